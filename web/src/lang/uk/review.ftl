# Чого вчить закінчена партія.
replay-review = Розбір
review-working = Сильний бот переглядає партію ще раз…
review-first = Найповчальніше
review-more = Теж варте уваги
review-flawless = Жоден хід не потребує розбору: добре зіграно.
review-of = Шанси гравця
review-graph = Чого міг очікувати гравець від роздачі до кінця
review-graph-text = Стовпчики — це удача, сходинки — ходи; числа позначають моменти, описані нижче. Натисніть на графік, щоб перейти туди.
review-retry = Спробувати ще раз
review-move = Хід { $number }
review-better = Краще: { $move }
review-inaccuracy = неточність
review-mistake = помилка
review-blunder = груба помилка
review-won = Перемога з різницею { $gap }.
review-won-tie = Перемога за додатковою ознакою.
review-lost = Поразка з різницею { $gap }.
review-lost-tie = Поразка за додатковою ознакою.
review-place = Місце { $place }, відставання від першого: { $gap }.
review-gave-up = Здача.
review-won-given-up = Перемога: інші здалися.
review-not-won = Без перемоги.
review-causes = Власні ходи { $own }, ходи інших { $others }, удача { $luck }.
review-causes-most = Власні ходи { $own }, ходи інших { $others }, удача { $luck }; лише { $event } { $most }.
review-causes-none = Власні ходи { $own }, ходи інших { $others }. Від випадку нічого не залежало.
review-adjusted = Без удачі: { $result } ± { $error }.
review-event = { $event ->
    [first-seat] право першого ходу
    [deal] роздача
    [hidden-cards] приховані карти
   *[refill] поповнення { $number }
}
