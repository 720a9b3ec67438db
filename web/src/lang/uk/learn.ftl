# Уроки й правила.
learn-title = Навчіться грати за п’ять хвилин
learn-text = Короткі уроки на справжніх позиціях: одна думка на крок, і все робите ви самі.
learn-steps = { $count ->
    [one] { $count } крок
    [few] { $count } кроки
    [many] { $count } кроків
   *[other] { $count } кроку
}
learn-step-of = Крок { $step } з { $count }
learn-done = Пройдено
learn-begin = Почати
learn-go-on = Продовжити
learn-again = Ще раз
learn-after-nova-luna = Найкраще після Nova Luna: плитки й завдання ті самі.

lesson-title = Урок: { $game }
lesson-you = Ви
lesson-name-1 = Мія
lesson-name-2 = Лео
lesson-task-label = Тепер ви
lesson-hint-label = Підказка
lesson-back = Назад
lesson-next = Далі
lesson-skip = Пропустити
lesson-finish = Завершити
lesson-try-again = Спробувати ще
lesson-about-rule = Правило { $rule }: { $title }
lesson-finished-title = Чудово!
lesson-play-first = Зіграти першу партію
lesson-play-solo = Зіграти перший розклад
lesson-others = Інші уроки

rules-of = Правила: { $game }
rules-contents = Зміст
rules-players = Гравці
rules-box = У коробці
rules-goal = Мета гри
rules-lesson = Навчитися граючи
rules-print = Друкувати
rules-players-nova-luna = від 2 до 4
rules-box-nova-luna = 68 плиток чотирьох кольорів, колесо на 12 місць із півмісяцем, місячна доріжка з 24 поділок, по 21 фішці кожному.
rules-goal-nova-luna = Беріть плитки з колеса й викладайте так, щоб виконувалися їхні завдання. Хто першим викладе всі фішки, той переміг.
rules-players-nova-luna-solo = 1
rules-box-nova-luna-solo = Коробка Nova Luna: 68 плиток, колесо з півмісяцем, 21 фішка. Місячна доріжка не потрібна.
rules-goal-nova-luna-solo = Викладіть 21 фішку за дві фази плитками, що коштують якнайменше. Дві суми разом мають лишитися меншими за 100.
rules-players-my-shelfie = від 2 до 4
rules-box-my-shelfie = 132 плитки шести видів, вітальня, по полиці кожному, 12 спільних цілей із жетонами, 12 особистих карток.
rules-goal-my-shelfie = Беріть речі з вітальні й розставляйте на своїй полиці. Очки дають групи, спільні цілі й таємна картка; перемагає той, у кого їх найбільше.
rules-players-polyssimo = від 2 до 4
rules-box-polyssimo = Поле 12 на 11 клітинок, 12 кольорових пентаміно, 12 смугастих гексаміно.
rules-goal-polyssimo = Розберіть фігури, а тоді вмістіть якомога більше своїх на спільне поле. Перемагає той, у кого лишиться найменше клітинок.
