# Чему учит оконченная партия.
replay-review = Разбор
review-working = Сильный бот просматривает партию ещё раз…
review-first = Самое поучительное
review-more = Тоже стоит внимания
review-flawless = Ни один ход не требует разбора: хорошо сыграно.
review-of = Шансы игрока
review-graph = Чего мог ожидать игрок от расклада до конца
review-graph-text = Столбики — это удача, ступеньки — ходы; числа отмечают моменты, описанные ниже. Нажмите на график, чтобы перейти туда.
review-retry = Попробовать ещё раз
review-move = Ход { $number }
review-better = Лучше: { $move }
review-inaccuracy = неточность
review-mistake = ошибка
review-blunder = грубая ошибка
review-won = Победа с разницей { $gap }.
review-won-tie = Победа по дополнительному показателю.
review-lost = Поражение с разницей { $gap }.
review-lost-tie = Поражение по дополнительному показателю.
review-place = Место { $place }, отставание от первого: { $gap }.
review-gave-up = Сдача.
review-won-given-up = Победа: другие сдались.
review-not-won = Без победы.
review-causes = Свои ходы { $own }, ходы других { $others }, удача { $luck }.
review-causes-most = Свои ходы { $own }, ходы других { $others }, удача { $luck }; только { $event } { $most }.
review-causes-none = Свои ходы { $own }, ходы других { $others }. От случая ничего не зависело.
review-adjusted = Без удачи: { $result } ± { $error }.
review-event = { $event ->
    [first-seat] право первого хода
    [deal] расклад
    [hidden-cards] скрытые карты
   *[refill] пополнение { $number }
}
