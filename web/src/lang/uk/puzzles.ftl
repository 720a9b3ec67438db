# Позиції з однією правильною відповіддю.
puzzles = Задачі
puzzle-which = Тип задач
puzzle-theme = Тема
puzzle-all = Усі теми
puzzle-start = Запустити годинник
puzzle-today = Задача дня
puzzle-run = Рейтингові задачі
puzzle-streak = На час
puzzle-streak-text = знайдено { $count } · рекорд { $best }
puzzle-rating = Задача { $rating } · ви { $mine }
puzzle-known = Цю задачу ви вже пробували: вона більше не враховується.
puzzle-give-up = Показати відповідь
puzzle-other = Суперник
puzzle-right = Правильно!
puzzle-wrong = Це не той хід. Подивіться чому і спробуйте ще раз.
puzzle-unproven = Доведення показує лише сервер.
puzzle-told = Ось відповідь.
puzzle-gained = Рейтинг { $gained }
puzzle-result = { $way ->
    [won] Ви перемагаєте: { $mine } проти { $theirs }.
    [alone] Сума: { $mine }.
   *[lost] Ви програєте: { $mine } проти { $theirs }.
}
puzzle-next = Наступна задача
