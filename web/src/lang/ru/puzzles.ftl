# Позиции с одним правильным ответом.
puzzles = Задачи
puzzle-which = Какие именно?
puzzle-today = Задача дня
puzzle-run = На рейтинг
puzzle-streak = На время
puzzle-streak-text = { $left } · найдено { $count } · рекорд { $best }
puzzle-rating = Задача { $rating } · вы { $mine }
puzzle-known = Эту задачу вы уже пробовали: она больше не учитывается.
puzzle-give-up = Показать
puzzle-other = Соперник
puzzle-right = Верно!
puzzle-wrong = Это не тот ход. Посмотрите почему и попробуйте ещё раз.
puzzle-unproven = Доказательство показал бы сервер.
puzzle-told = Вот ответ.
puzzle-gained = Рейтинг { $gained }
puzzle-end = конец партии
puzzle-next = Следующая задача
