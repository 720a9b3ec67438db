# Позиції з однією правильною відповіддю.
puzzles = Задачі
puzzle-which = Які саме?
puzzle-today = Задача дня
puzzle-run = На рейтинг
puzzle-streak = На час
puzzle-streak-text = { $left } · знайдено { $count } · рекорд { $best }
puzzle-rating = Задача { $rating } · ви { $mine }
puzzle-known = Цю задачу ви вже пробували: вона більше не враховується.
puzzle-give-up = Показати
puzzle-other = Суперник
puzzle-right = Правильно!
puzzle-wrong = Це не той хід. Подивіться чому і спробуйте ще раз.
puzzle-unproven = Доведення показав би сервер.
puzzle-told = Ось відповідь.
puzzle-gained = Рейтинг { $gained }
puzzle-end = кінець партії
puzzle-next = Наступна задача
