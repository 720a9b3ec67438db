# Чого вчить завершена партія.
replay-review = Розбір
review-working = Сильний бот розбирає партію…
review-stop = Зупинити
review-begin = Розібрати партію
review-won = { $me ->
    [yes] Ви перемогли.
   *[no] Перемога: { $name }.
}
review-won-given-up = { $me ->
    [yes] Ви перемогли: не всі дограли до кінця.
   *[no] Перемога: { $name }. Не всі дограли до кінця.
}
review-lost = { $me ->
    [yes] Ви програли.
   *[no] Поразка: { $name }.
}
review-place = { $me ->
    [yes] Ваше місце: { $place }.
   *[no] { $name }: місце { $place }.
}
review-gave-up = { $me ->
    [yes] Ви здалися.
   *[no] { $name }: партію здано.
}
review-total = Сума наприкінці: { $total }.
review-none = Майже жоден хід не міг бути кращим.
review-even = { $rivals ->
    [one-rival] Ви із суперником втратили приблизно порівну.
   *[other] Усі втратили приблизно порівну.
}
review-own = { $rivals ->
    [one-rival] Ви віддали більше, ніж суперник.
   *[other] Ви віддали більше, ніж інші.
}
review-others-more = { $rivals ->
    [one-rival] Суперник віддав більше, ніж ви.
   *[other] Інші віддали більше, ніж ви.
}
review-luck-even = Удача була до всіх однакова.
review-luck-helped = Удача трохи допомогла вам.
review-luck-helped-much = Удача дуже допомогла вам.
review-luck-cost = Удача була трохи проти вас.
review-luck-cost-much = Удача була проти вас.
review-luck = Удача
review-moves = { $me ->
    [yes] Ваші ходи
   *[no] Ходи: { $name }
}
review-others = Ходи інших
review-note-even = порівну
review-note-helped = трохи допомогла
review-note-helped-much = дуже допомогла
review-note-cost = трохи завадила
review-note-cost-much = дуже завадила
review-slips = { $count ->
    [0] без помилок
    [one] { $count } помилка
    [few] { $count } помилки
    [many] { $count } помилок
   *[other] { $count } помилок
}
review-cost = зашкодило
review-helped = допомогло
review-graph = Шанси на перемогу протягом партії
review-of = Шанси гравця
review-numbers = У числах
review-start = На початку
review-result = Наприкінці
review-numbers-text = Шанси на перемогу у відсотках. Усі зміни разом дають результат.
review-numbers-total = Суми, яких можна було чекати. Усі зміни разом дають результат.
review-moments = { $count ->
    [1] Один момент
    [2] Два моменти
   *[other] Три моменти
}
review-moments-text = У кожному один хід. Знайдіть кращий.
review-more = Теж варто глянути
review-flawless = Помилок не знайдено. Чудово зіграно!
review-move = Хід { $number }
review-state-open = ваша спроба
review-state-found = знайдено
review-state-shown = показано
review-question = Був кращий хід. Який?
review-try = Спробувати
review-again = Спробувати ще
review-show = Показати відповідь
review-next = Далі
review-back = Назад
review-judging = Сильний бот порівнює ходи…
review-verdict-best = Так, це він.
review-verdict-as-good = Так, цей не гірший.
review-verdict-closer = Краще, але ще не найкраще.
review-verdict-played = Саме так і було зіграно.
review-verdict-no-better = Не краще, ніж було зіграно.
review-better = Краще: { $move }.
review-better-place = Краще: те саме, але там, де позначка.
review-why = Це дає більше: { $what }.
