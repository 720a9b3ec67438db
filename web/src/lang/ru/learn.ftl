# Уроки и правила.
learn-title = Научитесь играть за пять минут
learn-text = Короткие уроки на настоящих позициях: одна идея за шаг, и всё делаете вы сами.
learn-steps = { $count ->
    [one] { $count } шаг
    [few] { $count } шага
    [many] { $count } шагов
   *[other] { $count } шага
}
learn-step-of = Шаг { $step } из { $count }
learn-done = Пройдено
learn-begin = Начать
learn-go-on = Продолжить
learn-again = Ещё раз

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
lesson-play-solo = Сыграть первую раздачу
lesson-others = Другие уроки

rules-of = Правила: { $game }
rules-contents = Содержание
rules-players = Игроки
rules-box = В коробке
rules-goal = Цель игры
rules-lesson = Научиться играя
rules-print = Печать
