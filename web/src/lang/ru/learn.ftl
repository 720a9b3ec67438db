# Уроки и правила.
learn-title = Научитесь играть за пять минут
learn-text = Короткие уроки на настоящих позициях: одна мысль на шаг, и всё делаете вы сами.
learn-steps = { $count ->
    [one] { $count } шаг
    [few] { $count } шага
    [many] { $count } шагов
   *[other] { $count } шага
}
learn-step-of = Шаг { $step } из { $count }
learn-done = Пройдено
learn-begin = Начать
learn-go-on = Продолжить
learn-again = Ещё раз
learn-after-nova-luna = Лучше после Nova Luna: плитки и задания те же.

lesson-title = Урок: { $game }
lesson-you = Вы
lesson-name-1 = Мия
lesson-name-2 = Лео
lesson-task-label = Теперь вы
lesson-hint-label = Подсказка
lesson-back = Назад
lesson-next = Дальше
lesson-skip = Пропустить
lesson-finish = Закончить
lesson-try-again = Попробовать ещё
lesson-about-rule = Правило { $rule }: { $title }
lesson-finished-title = Отлично!
lesson-play-first = Сыграть первую партию
lesson-play-solo = Сыграть первый расклад
lesson-others = Другие уроки

rules-of = Правила: { $game }
rules-contents = Содержание
rules-players = Игроки
rules-box = В коробке
rules-goal = Цель игры
rules-lesson = Научиться играя
rules-print = Печать
rules-players-nova-luna = от 2 до 4
rules-box-nova-luna = 68 плиток четырёх цветов, колесо на 12 мест с полумесяцем, лунная дорожка из 24 делений, по 21 фишке каждому.
rules-goal-nova-luna = Берите плитки с колеса и выкладывайте так, чтобы выполнялись их задания. Кто первым выложит все фишки, тот победил.
rules-players-nova-luna-solo = 1
rules-box-nova-luna-solo = Коробка Nova Luna: 68 плиток, колесо с полумесяцем, 21 фишка. Лунная дорожка не нужна.
rules-goal-nova-luna-solo = Выложите 21 фишку за две фазы плитками, которые стоят как можно меньше. Две суммы вместе должны остаться меньше 100.
rules-players-my-shelfie = от 2 до 4
rules-box-my-shelfie = 132 плитки шести видов, гостиная, по полке каждому, 12 общих целей с жетонами, 12 личных карт.
rules-goal-my-shelfie = Берите вещи из гостиной и расставляйте на своей полке. Очки дают группы, общие цели и тайная карта; побеждает тот, у кого их больше всех.
rules-players-polyssimo = от 2 до 4
rules-box-polyssimo = Поле 12 на 11 клеток, 12 цветных пентамино, 12 полосатых гексамино.
rules-goal-polyssimo = Разберите фигуры, а затем уместите как можно больше своих на общем поле. Побеждает тот, у кого останется меньше всего клеток.
