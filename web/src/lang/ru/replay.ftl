# Просмотреть партию ещё раз, и что о ней думает бот.
replay-title = Просмотр
replay-record = запись партии
replay-record-local = запись партии, сыгранной на одном устройстве, без рейтинга
replay-running = ещё идёт
replay-not-begun = За этим столом ещё нет партии, которую можно просмотреть.
replay-to-table = К столу
replay-covered = Другие ещё играют эту раздачу. Она откроется, когда пройдёт её последний день.
replay-eyes = Кто смотрит
replay-eyes-open = зритель, карты открыты
replay-eyes-nobody = зритель
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
replay-copied = Ссылка на этот ход скопирована.
replay-download = Скачать запись

replay-play-on = Играть дальше отсюда
replay-play-on-text = { $players ->
    [1] После хода { $ply } начнётся новая партия. Всё, что тогда было неизвестно, раздадут заново; на рейтинг она не влияет.
   *[other] После хода { $ply } начнётся новая партия с ботами на других местах. Всё, чего ваше место тогда не знало, раздадут заново; на рейтинг она не влияет.
}
replay-play-on-seat = Вы играете за
replay-play-on-begin = Играть дальше

replay-shuffle = Проверить тасовку
replay-shuffle-before = До партии
replay-shuffle-before-text = Сервер выбрал секретное число и показал всем его отпечаток. По отпечатку число не найти, а другого числа с таким же отпечатком никто не знает. Так что передумать сервер не мог.
replay-shuffle-added = Потом игроки
replay-shuffle-added-text = Каждый, кто садился за стол, мог добавить своё число. Так что и выбрать раздачу сервер тоже не мог.
replay-shuffle-nothing = В этой партии никто не добавил своего числа.
replay-shuffle-after = После партии
replay-shuffle-after-text = Теперь секрет открыт. Его отпечаток должен быть тем же, что и до партии, а вместе с числами игроков он должен дать зерно, из которого роздана эта партия.
replay-shuffle-later = Секрет покажут после партии. Если хотите, запишите отпечаток и сравните потом.
replay-shuffle-none = В записи не указано, как тасовали. Ходы и результат проверить можно.
replay-commitment = Отпечаток
replay-secret = Секрет
replay-seed = Зерно
replay-noted = Отпечаток, записанный до партии (необязательно)
replay-check = Проверить
replay-check-fingerprint-yes = Ваш браузер сам вычислил отпечаток секрета: он тот же, что и до партии.
replay-check-fingerprint-no = Ваш браузер сам вычислил отпечаток секрета: он не тот, что был до партии!
replay-check-seed-yes = Секрет и числа игроков дают зерно этой партии; это тоже проверил ваш браузер.
replay-check-seed-no = Секрет и числа игроков не дают зерна этой партии!
replay-check-unable-unknown = Ваш браузер вычисляет отпечатки только через https или на этом компьютере, поэтому здесь проверял только сервер.
replay-check-noted-yes = Это тот отпечаток, который вы записали.
replay-check-noted-no = Это не тот отпечаток, который вы записали!
replay-check-game-yes = Сервер раздал и сыграл партию ещё раз: раздача, все ходы и результат сходятся.
replay-check-game-no = Сервер раздал и сыграл партию ещё раз, и она не сходится!
