# Чему учит оконченная партия.
replay-review = Разбор
review-working = Сильный бот разбирает партию…
review-stop = Остановить
review-begin = Разобрать партию
review-won = { $me ->
    [yes] Вы победили.
   *[no] Победа: { $name }.
}
review-won-given-up = { $me ->
    [yes] Вы победили: не все доиграли до конца.
   *[no] Победа: { $name }. Не все доиграли до конца.
}
review-lost = { $me ->
    [yes] Вы проиграли.
   *[no] Поражение: { $name }.
}
review-place = { $me ->
    [yes] Ваше место: { $place }.
   *[no] { $name }: место { $place }.
}
review-gave-up = { $me ->
    [yes] Вы сдались.
   *[no] { $name }: партия сдана.
}
review-total = Сумма в конце: { $total }.
review-none = Почти ни один ход не мог быть лучше.
review-even = { $rivals ->
    [one-rival] Вы с соперником потеряли примерно поровну.
   *[other] Все потеряли примерно поровну.
}
review-own = { $rivals ->
    [one-rival] Вы отдали больше, чем соперник.
   *[other] Вы отдали больше, чем другие.
}
review-others-more = { $rivals ->
    [one-rival] Соперник отдал больше, чем вы.
   *[other] Другие отдали больше, чем вы.
}
review-luck-even = Везло всем одинаково.
review-luck-helped = Вам немного повезло.
review-luck-helped-much = Вам очень повезло.
review-luck-cost = Вам немного не повезло.
review-luck-cost-much = Вам не повезло.
review-luck = Удача
review-moves = { $me ->
    [yes] Ваши ходы
   *[no] Ходы: { $name }
}
review-others = Ходы других
review-note-even = поровну
review-note-helped = немного помогла
review-note-helped-much = очень помогла
review-note-cost = немного помешала
review-note-cost-much = очень помешала
review-slips = { $count ->
    [0] без ошибок
    [one] { $count } ошибка
    [few] { $count } ошибки
    [many] { $count } ошибок
   *[other] { $count } ошибок
}
review-cost = помешало
review-helped = помогло
review-graph = Шансы на победу по ходу партии
review-of = Шансы игрока
review-numbers = В числах
review-start = В начале
review-result = В конце
review-numbers-text = Шансы на победу в процентах. Все изменения вместе дают результат.
review-numbers-total = Суммы, которых можно было ждать. Все изменения вместе дают результат.
review-moments = { $count ->
    [1] Один момент
    [2] Два момента
   *[other] Три момента
}
review-moments-text = В каждом один ход. Найдите лучше.
review-more = Тоже стоит внимания
review-flawless = Ошибок не найдено. Отлично сыграно!
review-move = Ход { $number }
review-state-open = ваша попытка
review-state-found = найдено
review-state-shown = показано
review-question = Был ход лучше. Какой?
review-try = Попробовать
review-again = Ещё попытка
review-show = Показать ответ
review-next = Дальше
review-back = Назад
review-judging = Сильный бот сравнивает ходы…
review-verdict-best = Да, это он.
review-verdict-as-good = Да, этот не хуже.
review-verdict-closer = Лучше, но ещё не лучший.
review-verdict-played = Именно так и было сыграно.
review-verdict-no-better = Не лучше того, что было сыграно.
review-better = Лучше: { $move }.
review-better-place = Лучше: то же самое, но там, где галочка.
review-why = Это даёт больше: { $what }.
