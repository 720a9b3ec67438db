# Позиции с одним правильным ответом.
puzzles = Задачи
puzzle-which = Тип задач
puzzle-theme = Тема
puzzle-all = Все темы
puzzle-start = Запустить часы
puzzle-today = Задача дня
puzzle-run = Рейтинговые задачи
puzzle-streak = На время
puzzle-streak-text = найдено { $count } · рекорд { $best }
puzzle-rating = Задача { $rating } · вы { $mine }
puzzle-known = Эту задачу вы уже пробовали: она больше не учитывается.
puzzle-give-up = Показать ответ
puzzle-other = Соперник
puzzle-right = Верно!
puzzle-wrong = Это не тот ход. Посмотрите почему и попробуйте ещё раз.
puzzle-unproven = Доказательство показывает только сервер.
puzzle-told = Вот ответ.
puzzle-gained = Рейтинг { $gained }
puzzle-result = { $way ->
    [won] Вы побеждаете: { $mine } против { $theirs }.
    [alone] Сумма: { $mine }.
   *[lost] Вы проигрываете: { $mine } против { $theirs }.
}
puzzle-next = Следующая задача
