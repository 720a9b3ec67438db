# A game without a board of its own.
plain-play = Сыграть так
plain-choose-piece = Выберите фигуру.
plain-choose-cell = Выберите клетку.
plain-choose-move = Выберите ход из списка.
plain-nothing-fits = Здесь ничего не выйдет.
plain-way = (способ { $number } из { $count }: нажмите ещё раз или R, чтобы увидеть следующий)
plain-cell = ряд { $row }, столбец { $column }: { $text }
plain-empty = пусто
plain-pieces-label = Фигуры
plain-pieces = { $title }, количество: { $count }
plain-margin = Перевес: { $count }.
