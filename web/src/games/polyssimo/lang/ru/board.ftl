# Polyssimo Challenge

pc-squares = { $count ->
    [one] { $count } клетка
    [few] { $count } клетки
    [many] { $count } клеток
   *[other] { $count } клетки
}
pc-pieces = { $count ->
    [one] { $count } деталь
    [few] { $count } детали
    [many] { $count } деталей
   *[other] { $count } детали
}
pc-places = { $count ->
    [0] ни одного места
    [one] { $count } место
    [few] { $count } места
    [many] { $count } мест
   *[other] { $count } места
}

# Выбор деталей
pc-you-pick = Выбор { $number } из { $each }
pc-picks = { $name }: выбор { $number } из { $each }
pc-then = затем { $names }
pc-you = вы
pc-pentominoes = Цветные (пентамино): по 5 клеток
pc-hexominoes = Тёмные (гексамино): по 6 клеток
pc-taken-by = { $piece }, теперь у игрока { $name }
pc-taken-by-you = { $piece }, у вас
pc-free-piece = { $piece }, ещё никто не взял
pc-not-now = { $piece }, сейчас вы должны взять гексамино
pc-choose-draft = Выберите деталь
pc-take = Взять
pc-draft-here = Взять { $piece }
pc-draft-places = { $count ->
    [one] на пустом поле для неё { $count } место
    [few] на пустом поле для неё { $count } места
    [many] на пустом поле для неё { $count } мест
   *[other] на пустом поле для неё { $count } места
}
pc-must = вы должны взять ещё { $count } гексамино
pc-must-mark = гексамино: { $taken }, нужно не меньше { $count }
pc-picks-next = затем выбирает { $name }
pc-you-pick-next = затем выбираете вы
pc-places-first = первую деталь кладёт { $name }
pc-you-place-first = первую деталь кладёте вы

# Поле
pc-board = Поле, 11 рядов по 12 клеток
pc-cell-free = { $cell }, свободно
pc-cell-taken = { $cell }, { $piece }
pc-keys = Стрелки двигают деталь, R поворачивает, F переворачивает, N ведёт к следующему месту, где она помещается, Enter кладёт, Escape возвращает к вашим деталям. Цифра или Page Down берёт другую деталь.
pc-your-pieces = Ваши детали
pc-pieces-of = Детали: { $name }
pc-none-left = ничего не осталось
pc-out = вне игры
pc-piece-fits = { $piece }, { $count ->
    [one] есть { $count } место
    [few] есть { $count } места
    [many] есть { $count } мест
   *[other] есть { $count } места
}
pc-piece-stuck = { $piece }, места нет
pc-nowhere = не помещается
pc-turn = Повернуть
pc-flip = Перевернуть
pc-next-place = Следующее место
pc-put-back = Отложить
pc-tools = Деталь в руке

# Предложение
pc-choose-piece = Выберите одну из своих деталей
pc-choose-place = Куда положить { $piece }? { $count ->
    [one] Есть { $count } место
    [few] Есть { $count } места
    [many] Есть { $count } мест
   *[other] Есть { $count } места
}
pc-place = Положить
pc-fits = Здесь помещается.
pc-holes = { $count ->
    [1] Останется дыра: { $sizes }
   *[other] Останутся дыры: { $sizes }
}
pc-no-holes = Дыр не останется
pc-loses = { $places ->
    [one] { $name } теряет { $lost } из { $places } места
    [few] { $name } теряет { $lost } из { $places } мест
    [many] { $name } теряет { $lost } из { $places } мест
   *[other] { $name } теряет { $lost } из { $places } места
}
pc-loses-all = { $places ->
    [1] { $name } теряет последнее место
    [one] { $name } теряет все { $places } место
    [few] { $name } теряет все { $places } места
    [many] { $name } теряет все { $places } мест
   *[other] { $name } теряет все { $places } места
}
pc-squares-after = { $count ->
    [0] после этого у вас ничего не останется
    [one] после этого у вас останется { $count } клетка
    [few] после этого у вас останется { $count } клетки
    [many] после этого у вас останется { $count } клеток
   *[other] после этого у вас останется { $count } клетки
}
pc-stuck = тогда ни одна ваша деталь не поместится
pc-ends = игра закончится
pc-sticks-out = Не здесь: деталь выходит за край поля
pc-lies-on = Не здесь: деталь ложится на { $pieces }
pc-out-and-on = Не здесь: деталь выходит за край поля и ложится на { $pieces }
pc-not-here = Не здесь

# Ходы словами
pc-told-draft = берёт { $piece }
pc-told-place = кладёт { $piece } на { $area }, { $count ->
    [0] ничего не осталось
    [one] осталась { $count } клетка
    [few] остались { $count } клетки
    [many] осталось { $count } клеток
   *[other] осталось { $count } клетки
}
pc-told-outs = { $count ->
    [one] ; один игрок вне игры
    [few] ; { $count } игрока вне игры
    [many] ; { $count } игроков вне игры
   *[other] ; { $count } игрока вне игры
}

# Подсчёт
pc-fewest = Клетки оставшихся деталей: побеждает наименьшее число.
pc-rank = Место { $place }
pc-wins = Побеждает { $name }
pc-you-win = Вы победили
pc-all-placed = Всё положено
pc-tie = Поровну, по { $count }: последнюю деталь положил игрок { $name }, поэтому стоит выше.
pc-tie-you = Поровну, по { $count }: последнюю деталь положили вы, поэтому стоите выше.
pc-keeps = { $name } сохраняет: { $places }
pc-you-keep = вам остаётся: { $places }
pc-decided = { $count ->
    [one] { $name }: не удалось положить { $count } деталь, осталось клеток: { $squares }.
    [few] { $name }: не удалось положить { $count } детали, осталось клеток: { $squares }.
    [many] { $name }: не удалось положить { $count } деталей, осталось клеток: { $squares }.
   *[other] { $name }: не удалось положить { $count } детали, осталось клеток: { $squares }.
}
pc-advice-large = В следующий раз: сначала большие детали, пока есть место.
pc-advice-room = В следующий раз: берегите просвет, куда войдут только ваши последние детали.
