# A game without a board of its own.
plain-play = Зіграти так
plain-choose-piece = Виберіть фігуру.
plain-choose-cell = Виберіть клітинку.
plain-choose-move = Виберіть хід зі списку.
plain-nothing-fits = Тут нічого не вийде.
plain-way = (спосіб { $number } з { $count }: натисніть ще раз або R, щоб побачити наступний)
plain-cell = рядок { $row }, стовпець { $column }: { $text }
plain-empty = порожньо
plain-pieces-label = Фігури
plain-pieces = { $title }, кількість: { $count }
plain-margin = Перевага: { $count }.
