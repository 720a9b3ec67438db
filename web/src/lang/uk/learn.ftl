# Уроки й правила.
learn-title = Навчіться грати за п’ять хвилин
learn-text = Короткі уроки на справжніх позиціях: одна ідея за крок, і все робите ви самі.
learn-steps = { $count ->
    [one] { $count } крок
    [few] { $count } кроки
    [many] { $count } кроків
   *[other] { $count } кроку
}
learn-step-of = Крок { $step } з { $count }
learn-done = Пройдено
learn-begin = Почати
learn-go-on = Продовжити
learn-again = Ще раз

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
lesson-play-solo = Зіграти першу роздачу
lesson-others = Інші уроки

rules-of = Правила: { $game }
rules-contents = Зміст
rules-players = Гравці
rules-box = У коробці
rules-goal = Мета гри
rules-lesson = Навчитися граючи
rules-print = Друкувати
