# Просмотреть партию ещё раз, и что о ней думает бот.
replay-title = Просмотр
replay-record = запись партии
replay-record-local = запись партии, сыгранной на одном устройстве, без рейтинга
replay-running = ещё идёт
replay-not-begun = За этим столом ещё нет партии, которую можно просмотреть.
replay-to-table = К столу
replay-covered = Другие ещё играют этот расклад: он закрыт, пока не кончится день.
replay-eyes = Вид
replay-eyes-open = все, карты открыты
replay-eyes-nobody = все
replay-count = Итоговый подсчёт
replay-to-move = ходит
replay-score = в итоге { $score }

replay-reel = Просмотр партии
replay-slide = Ход
replay-ply = { $ply } из { $plies }
replay-beginning = Начало партии
replay-first = В начало
replay-back = На ход назад
replay-play = Воспроизвести
replay-pause = Пауза
replay-on = На ход вперёд
replay-last = В конец
replay-speed = Скорость
replay-speed-times = { $times }×

replay-side = Ходы и анализ
replay-moves = Ходы
replay-analysis = Анализ
replay-copied = Ссылка на этот ход скопирована.
replay-download = Скачать запись

replay-play-on = Играть дальше отсюда
replay-play-on-text = { $players ->
    [1] После хода { $ply } начнётся новая партия. Всё, что тогда было неизвестно, раздадут заново; на рейтинг она не влияет.
   *[other] После хода { $ply } начнётся новая партия с ботами на других местах. Всё, чего ваше место тогда не знало, раздадут заново; на рейтинг она не влияет.
}
replay-play-on-seat = Вы играете за
replay-play-on-begin = Играть дальше

replay-think = Какие ходы здесь лучшие?
replay-think-text = Сильный бот думает и знает только то, что знал игрок.
replay-thinking = Сильный бот думает…
replay-stop = Больше не думать
replay-tries = { $count ->
    [one] Бот перебрал { $count } продолжение игры.
    [few] Бот перебрал { $count } продолжения игры.
    [many] Бот перебрал { $count } продолжений игры.
   *[other] Бот перебрал { $count } продолжения игры.
}
replay-nothing-to-choose = Здесь партия окончена. Вернитесь на ход и спросите там.
replay-played-this = сыграно
replay-played-best = Сыграно здесь: первый выбор бота.
replay-played-chance = Сыграно здесь: выбор { $rank }, { $behind }
replay-played-points = Сыграно здесь: выбор { $rank }, сумма { $behind }
replay-played-unseen = { $count ->
    [1] Сыгран не тот единственный ход, который рассматривал бот.
    [one] Сыгранный ход не входит в { $count } лучший, по мнению бота.
    [few] Сыгранный ход не входит в { $count } лучших, по мнению бота.
    [many] Сыгранный ход не входит в { $count } лучших, по мнению бота.
   *[other] Сыгранный ход не входит в { $count } лучших, по мнению бота.
}
replay-chances = Шансы на победу
replay-expected = Ожидаемая сумма
replay-total = Сумма
replay-foretelling = { $plies ->
    [one] Анализируем { $plies } ход…
    [few] Анализируем { $plies } хода…
    [many] Анализируем { $plies } ходов…
   *[other] Анализируем { $plies } хода…
}
replay-graph-label = График: как менялись шансы ход за ходом. То же самое есть в таблице под ним.
replay-as-table = Таблицей
replay-after = После

replay-shuffle = Проверить тасовку
replay-shuffle-before = До партии
replay-shuffle-before-text = Сервер выбрал тайное число и показал всем его отпечаток. По отпечатку число не найти, а другого числа с таким же отпечатком никто не знает. Так что передумать сервер не мог.
replay-shuffle-added = Потом игроки
replay-shuffle-added-text = Каждый, кто садился за стол, мог добавить своё число. Так что и выбрать расклад сервер не мог.
replay-shuffle-nothing = В этой партии никто ничего не добавил.
replay-shuffle-after = После партии
replay-shuffle-after-text = Теперь тайна открыта. Её отпечаток должен быть тем же, что и до партии, а вместе с числами игроков она должна дать зерно, из которого роздана эта партия.
replay-shuffle-later = Тайну покажут после партии. Если хотите, запишите отпечаток и сравните потом.
replay-shuffle-none = В записи не указано, как тасовали. Ходы и результат проверить можно.
replay-commitment = Отпечаток
replay-secret = Тайна
replay-seed = Зерно
replay-noted = Отпечаток, который вы записали до партии, если записали
replay-check = Проверить
replay-check-fingerprint-yes = Ваш браузер сам вычислил отпечаток тайны: он тот же, что и до партии.
replay-check-fingerprint-no = Ваш браузер сам вычислил отпечаток тайны: он не тот, что был до партии!
replay-check-seed-yes = Тайна и числа игроков дают зерно этой партии; это тоже вычислил ваш браузер.
replay-check-seed-no = Тайна и числа игроков не дают зерна этой партии!
replay-check-unable-unknown = Ваш браузер вычисляет отпечатки только через https или на этом компьютере, поэтому здесь проверял только сервер.
replay-check-noted-yes = Это тот отпечаток, который вы записали.
replay-check-noted-no = Это не тот отпечаток, который вы записали!
replay-check-game-yes = Сервер раздал и сыграл партию ещё раз: расклад, все ходы и результат сходятся.
replay-check-game-no = Сервер раздал и сыграл партию ещё раз, и она не сходится!
