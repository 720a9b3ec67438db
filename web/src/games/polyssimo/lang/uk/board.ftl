# Polyssimo Challenge

pc-squares = { $count ->
    [one] { $count } клітинка
    [few] { $count } клітинки
    [many] { $count } клітинок
   *[other] { $count } клітинки
}
pc-pieces = { $count ->
    [one] { $count } фігура
    [few] { $count } фігури
    [many] { $count } фігур
   *[other] { $count } фігури
}
pc-places = { $count ->
    [0] жодного місця
    [one] { $count } місце
    [few] { $count } місця
    [many] { $count } місць
   *[other] { $count } місця
}

# Вибір фігур
pc-you-pick = Вибір { $number } із { $each }
pc-picks = { $name }: вибір { $number } із { $each }
pc-then = далі { $names }
pc-you = ви
pc-pentominoes = Кольорові (пентаміно): по 5 клітинок
pc-hexominoes = Темні (гексаміно): по 6 клітинок
pc-taken-by = { $piece }, тепер у гравця { $name }
pc-taken-by-you = { $piece }, у вас
pc-free-piece = { $piece }, ще ніхто не взяв
pc-not-now = { $piece }, зараз ви маєте взяти гексаміно
pc-choose-draft = Виберіть фігуру
pc-take = Взяти
pc-draft-here = Взяти { $piece }
pc-draft-places = { $count ->
    [one] на порожньому полі має { $count } місце
    [few] на порожньому полі має { $count } місця
    [many] на порожньому полі має { $count } місць
   *[other] на порожньому полі має { $count } місця
}
pc-must = ви маєте взяти ще { $count } гексаміно
pc-must-mark = гексаміно: { $taken }, потрібно щонайменше { $count }
pc-picks-next = далі вибирає { $name }
pc-you-pick-next = далі вибираєте ви
pc-places-first = першу фігуру кладе { $name }
pc-you-place-first = першу фігуру кладете ви

# Поле
pc-board = Поле, 11 рядів по 12 клітинок
pc-cell-free = { $cell }, вільно
pc-cell-taken = { $cell }, { $piece }
pc-keys = Стрілки рухають фігуру, R повертає, F перевертає, N веде до наступного місця, де вона вміщується, Enter кладе, Escape повертає до ваших фігур. Цифра або Page Down бере іншу фігуру.
pc-your-pieces = Ваші фігури
pc-pieces-of = Фігури: { $name }
pc-none-left = нічого не лишилося
pc-out = поза грою
pc-piece-fits = { $piece }, { $count ->
    [one] є { $count } місце
    [few] є { $count } місця
    [many] є { $count } місць
   *[other] є { $count } місця
}
pc-piece-stuck = { $piece }, місця немає
pc-nowhere = не вміщується
pc-turn = Повернути
pc-flip = Перевернути
pc-next-place = Наступне місце
pc-put-back = Відкласти
pc-tools = Фігура в руці

# Речення
pc-choose-piece = Виберіть одну зі своїх фігур
pc-choose-place = Куди покласти { $piece }? { $count ->
    [one] Є { $count } місце
    [few] Є { $count } місця
    [many] Є { $count } місць
   *[other] Є { $count } місця
}
pc-place = Покласти
pc-fits = Тут уміщується.
pc-holes = { $count ->
    [1] Лишиться дірка: { $sizes }
   *[other] Лишаться дірки: { $sizes }
}
pc-no-holes = Дірок не лишиться
pc-loses = { $places ->
    [one] { $name } втрачає { $lost } із { $places } місця
    [few] { $name } втрачає { $lost } із { $places } місць
    [many] { $name } втрачає { $lost } із { $places } місць
   *[other] { $name } втрачає { $lost } із { $places } місця
}
pc-loses-all = { $places ->
    [1] { $name } втрачає останнє місце
    [one] { $name } втрачає всі { $places } місце
    [few] { $name } втрачає всі { $places } місця
    [many] { $name } втрачає всі { $places } місць
   *[other] { $name } втрачає всі { $places } місця
}
pc-squares-after = { $count ->
    [0] після цього у вас нічого не лишиться
    [one] після цього у вас лишиться { $count } клітинка
    [few] після цього у вас лишиться { $count } клітинки
    [many] після цього у вас лишиться { $count } клітинок
   *[other] після цього у вас лишиться { $count } клітинки
}
pc-stuck = тоді жодна ваша фігура не вміститься
pc-ends = гра закінчиться
pc-sticks-out = Не тут: фігура виходить за край поля
pc-lies-on = Не тут: фігура лягає на { $pieces }
pc-out-and-on = Не тут: фігура виходить за край поля і лягає на { $pieces }
pc-not-here = Не тут

# Ходи словами
pc-told-draft = бере { $piece }
pc-told-place = кладе { $piece } на { $area }, { $count ->
    [0] нічого не лишилося
    [one] лишилася { $count } клітинка
    [few] лишилися { $count } клітинки
    [many] лишилося { $count } клітинок
   *[other] лишилося { $count } клітинки
}
pc-told-outs = { $count ->
    [one] ; один гравець вибув
    [few] ; { $count } гравці вибули
    [many] ; { $count } гравців вибуло
   *[other] ; { $count } гравця вибуло
}

# Підрахунок
pc-fewest = Клітинки фігур, що лишилися: перемагає найменше число.
pc-rank = Місце { $place }
pc-wins = Перемагає { $name }
pc-you-win = Ви перемогли
pc-all-placed = Усе покладено
pc-tie = Порівну, по { $count }: останню фігуру поклав гравець { $name }, тож стоїть вище.
pc-tie-you = Порівну, по { $count }: останню фігуру поклали ви, тож стоїте вище.
pc-keeps = { $name } зберігає: { $places }
pc-you-keep = вам лишається: { $places }
pc-decided = { $count ->
    [one] { $name }: не вдалося викласти { $count } фігуру, лишилося клітинок: { $squares }.
    [few] { $name }: не вдалося викласти { $count } фігури, лишилося клітинок: { $squares }.
    [many] { $name }: не вдалося викласти { $count } фігур, лишилося клітинок: { $squares }.
   *[other] { $name }: не вдалося викласти { $count } фігури, лишилося клітинок: { $squares }.
}
pc-advice-large = Наступного разу: спершу великі фігури, поки є місце.
pc-advice-room = Наступного разу: бережіть проміжок, куди вмістяться лише ваші останні фігури.
