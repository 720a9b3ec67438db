# Items
ms-item-C = кот
ms-item-B = книга
ms-item-G = игра
ms-item-F = рамка
ms-item-T = кубок
ms-item-P = растение
ms-order-1 = { $first }
ms-order-2 = { $first }, потом { $second }
ms-order-3 = { $first }, потом { $second }, потом { $third }
ms-group = { $type ->
    [C] группа из { $count } котов
    [B] группа из { $count } книг
    [G] группа из { $count } игр
    [F] группа из { $count } рамок
    [T] группа из { $count } кубков
   *[P] группа из { $count } растений
  }: { $points ->
    [one] { $points } очко
    [few] { $points } очка
    [many] { $points } очков
   *[other] { $points } очка
  }

# The living room
ms-room = Гостиная
ms-tile = { $item }, { $cell }
ms-tile-chosen = { $item }, { $cell }, ставится под номером { $number }
ms-tile-locked = { $item }, { $cell }, сейчас взять нельзя
ms-bag = В мешке: { $count }
ms-last-round = Последний раунд:
ms-turns-left = { $count ->
    [one] остался { $count } ход
    [few] осталось { $count } хода
    [many] осталось { $count } ходов
   *[other] осталось { $count } хода
  }
ms-nearest = { $count ->
    [one] { $name }: до полной полки не хватает { $count } плитки
    [few] { $name }: до полной полки не хватает { $count } плиток
    [many] { $name }: до полной полки не хватает { $count } плиток
   *[other] { $name }: до полной полки не хватает { $count } плитки
  }

# Shelves
ms-your-shelf = Ваша полка
ms-shelf-of = Полка: { $name }
ms-others = Другие игроки
ms-enlarge = Увеличить полку игрока { $name }
ms-close = Закрыть
ms-points = { $points ->
    [one] пока { $points } очко
    [few] пока { $points } очка
    [many] пока { $points } очков
   *[other] пока { $points } очка
  }
ms-free = { $count ->
    [0] свободных мест нет
    [one] { $count } свободное место
    [few] { $count } свободных места
    [many] { $count } свободных мест
   *[other] { $count } свободного места
  }
ms-first = первый игрок
ms-columns = Столбцы вашей полки
ms-column-empty = Столбец { $column }: пустой
ms-column-holds = { $free ->
    [0] Столбец { $column }, снизу вверх: { $items }; полный
    [one] Столбец { $column }, снизу вверх: { $items }; { $free } свободное место
    [few] Столбец { $column }, снизу вверх: { $items }; { $free } свободных места
    [many] Столбец { $column }, снизу вверх: { $items }; { $free } свободных мест
   *[other] Столбец { $column }, снизу вверх: { $items }; { $free } свободного места
  }
ms-column-gain = { $words }. Очки: { $signed }

# Goals, cards, tokens
ms-goal-progress = { $done } из { $of }
ms-goal-won = Выполнено: { $points ->
    [one] { $points } очко
    [few] { $points } очка
    [many] { $points } очков
   *[other] { $points } очка
  }
ms-goal-stands = { $goal }: { $done } из { $of }
ms-token = { $points ->
    [one] жетон на { $points } очко
    [few] жетон на { $points } очка
    [many] жетон на { $points } очков
   *[other] жетон на { $points } очка
  }
ms-token-of = { $name }: жетон { $points }
ms-token-for = { $goal }: { $points ->
    [one] { $points } очко
    [few] { $points } очка
    [many] { $points } очков
   *[other] { $points } очка
  }
ms-no-tokens = жетонов не осталось
ms-end-token = Первая полная полка: 1 очко
ms-your-card = Личная цель
ms-card = Карта личной цели
ms-card-hidden = Закрыта до конца игры
ms-card-stands = Совпало { $done } из { $of }: { $points ->
    [one] { $points } очко
    [few] { $points } очка
    [many] { $points } очков
   *[other] { $points } очка
  }
ms-card-place = { $item }: нужно в столбце { $column }, ряд { $row } снизу
ms-card-place-done = { $item }: стоит в столбце { $column }, ряд { $row } снизу

# The move in hand
ms-hand = Плитки в руке
ms-hand-tile = { $item }, номер { $number } из { $count }; нажмите, чтобы поставить позже
ms-hand-help = Номер 1 ставится первым и стоит ниже всех. Коснитесь или перетащите, чтобы изменить порядок.
ms-hand-empty = Здесь появятся взятые плитки.
ms-take = Возьмите от одной до трёх плиток, лежащих на одной линии; у каждой должна быть свободная сторона.
ms-take-few = { $count ->
    [1] Возьмите одну плитку: ни в один столбец больше не поместится.
   *[other] Возьмите одну или две плитки: ни в один столбец больше не поместится.
  }
ms-no-side = Эту плитку взять нельзя: у неё нет свободной стороны.
ms-not-along = Эту плитку нельзя добавить: { $words }.
ms-instead = Вместо них эта плитка: { $words }
ms-why-line = она не лежит на одной линии со взятыми
ms-why-room = { $count ->
    [2] ни в один столбец не поместятся две
   *[other] ни в один столбец не поместятся три
  }
ms-why-three = три — это предел
ms-choose-column = Выберите столбец: { $order }
ms-column-order = Столбец { $column }: { $order }
ms-put-in = Поставить
ms-reaches = выполняет «{ $goal }»
ms-fills = заполняет полку
ms-refills = гостиная пополняется
ms-card-matches = личная цель: { $done } из { $of }
ms-points-more = { $points ->
    [one] { $signed } очко
    [few] { $signed } очка
    [many] { $signed } очков
   *[other] { $signed } очка
  }
ms-no-points = пока без очков
ms-next = дальше ходит { $name }
ms-ends = игра заканчивается

# A move that was played
ms-puts = столбец { $column }: { $order }
ms-took-token = { $points ->
    [one] берёт { $points } очко за «{ $goal }»
    [few] берёт { $points } очка за «{ $goal }»
    [many] берёт { $points } очков за «{ $goal }»
   *[other] берёт { $points } очка за «{ $goal }»
  }
ms-filled = заполняет полку
ms-refilled = гостиная пополнена

# The score pad
ms-score-tokens = Общие цели
ms-score-end = Первая полная полка
ms-score-card = Личная цель
ms-score-card-of = { $done } из { $of }
ms-score-groups = Группы
ms-score-none = нет
ms-score-total = Всего
ms-score-place = Место
ms-tie = Очков поровну: выше тот, кто сидит дальше по часовой стрелке от первого игрока.

# Common goals
goal-six_clusters_of_2 = Шесть групп по две
goal-six_clusters_of_2-text = Не меньше шести групп из двух или более плиток. Группа — все плитки одного вида, соединённые сторонами; она считается один раз, какой бы большой ни была. Группы могут быть разных видов.
goal-diagonal = Диагональ
goal-diagonal-text = Пять плиток одного вида по диагонали, по одной в каждом столбце.
goal-stairs = Лестница
goal-stairs-text = От столбца к столбцу высота каждый раз растёт ровно на одну плитку или каждый раз убывает ровно на одну. Пустых столбцов нет.
goal-eight_equal = Восемь одинаковых
goal-eight_equal-text = Восемь или больше плиток одного вида где угодно на полке.
goal-two_rows_5_different = Два пёстрых ряда
goal-two_rows_5_different-text = Два полных ряда, в каждом пять разных видов. Сочетания в рядах могут быть одинаковыми или разными.
goal-two_squares = Два квадрата
goal-two_squares-text = Две разные группы, в каждой есть квадрат 2 на 2. Вид может быть тот же; один большой блок — это лишь одна группа.
goal-four_rows_max3 = Четыре простых ряда
goal-four_rows_max3-text = Четыре полных ряда, в каждом не больше трёх видов. Сочетания в рядах могут быть одинаковыми или разными.
goal-corners = Углы
goal-corners-text = В четырёх углах полки стоят плитки одного вида.
goal-x_shape = Буква X
goal-x_shape-text = Центр и четыре угла квадрата 3 на 3 одного вида, где угодно на полке.
goal-three_columns_max3 = Три простых столбца
goal-three_columns_max3-text = Три полных столбца, в каждом не больше трёх видов. Сочетания в столбцах могут быть одинаковыми или разными.
goal-two_columns_all6 = Два пёстрых столбца
goal-two_columns_all6-text = Два полных столбца, в каждом все шесть видов.
goal-four_clusters_of_4 = Четыре группы по четыре
goal-four_clusters_of_4-text = Не меньше четырёх групп из четырёх или более плиток. Группа считается один раз, какой бы большой ни была. Группы могут быть разных видов.
ms-leaves = оставляет на одной линии { $count } { $type ->
    [C] кота
    [B] книги
    [G] игры
    [F] рамки
    [T] кубка
   *[P] растения
  }
ms-leaves-none = не оставляет двух одинаковых на одной линии
ms-points-final = { $points ->
    [one] { $points } очко
    [few] { $points } очка
    [many] { $points } очков
   *[other] { $points } очка
  }
ms-advice-groups = В следующий раз: собирайте группы побольше. Шесть одинаковых рядом приносят 8 очков.
ms-advice-goals = В следующий раз: следите за общими целями. Кто достигнет цели первым, получает больше всех.
ms-advice-card = В следующий раз: держите свободными места для личной цели. Чем больше совпадений, тем дороже каждое.
ms-advice-end = В следующий раз: заполняйте полку чуть быстрее. Первая полная полка даёт очко и завершает игру.
