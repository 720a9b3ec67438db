# Переглянути партію ще раз, і що про неї думає бот.
replay-title = Перегляд
replay-record = запис партії
replay-record-local = запис партії, зіграної на одному пристрої, без рейтингу
replay-running = ще триває
replay-not-begun = За цим столом іще немає партії, яку можна переглянути.
replay-to-table = До столу
replay-covered = Інші ще грають цю роздачу. Вона відкриється, коли мине її останній день.
replay-eyes = Хто дивиться
replay-eyes-open = глядач, карти відкриті
replay-eyes-nobody = глядач
replay-to-move = ходить
replay-score = у підсумку { $score }

replay-reel = Перегляд партії
replay-slide = Хід
replay-ply = { $ply } з { $plies }
replay-beginning = Початок партії
replay-first = На початок
replay-back = На хід назад
replay-play = Відтворити
replay-pause = Пауза
replay-on = На хід уперед
replay-last = У кінець
replay-speed = Швидкість
replay-speed-times = { $times }×

replay-side = Ходи й аналіз
replay-moves = Ходи
replay-copied = Посилання на цей хід скопійовано.
replay-download = Завантажити запис

replay-play-on = Грати далі звідси
replay-play-on-text = { $players ->
    [1] Після ходу { $ply } почнеться нова партія. Усе, що тоді було невідоме, роздадуть заново; рейтингу вона не змінює.
   *[other] Після ходу { $ply } почнеться нова партія з ботами на інших місцях. Усе, чого ваше місце тоді не знало, роздадуть заново; рейтингу вона не змінює.
}
replay-play-on-seat = Ви граєте за
replay-play-on-begin = Грати далі

replay-shuffle = Перевірити тасування
replay-shuffle-before = До партії
replay-shuffle-before-text = Сервер вибрав таємне число й показав усім його відбиток. За відбитком число не знайти, а іншого числа з таким самим відбитком ніхто не знає. Тож передумати сервер не міг.
replay-shuffle-added = Потім гравці
replay-shuffle-added-text = Кожен, хто сідав за стіл, міг додати власне число. Тож вибрати роздачу сервер теж не міг.
replay-shuffle-nothing = У цій партії ніхто не додав свого числа.
replay-shuffle-after = Після партії
replay-shuffle-after-text = Тепер секрет відкрито. Його відбиток має бути тим самим, що й до партії, а разом із числами гравців він має дати зерно, з якого роздано цю партію.
replay-shuffle-later = Секрет покажуть після партії. Якщо хочете, запишіть відбиток і порівняйте тоді.
replay-shuffle-none = У записі не зазначено, як тасували. Ходи й результат перевірити можна.
replay-commitment = Відбиток
replay-secret = Секрет
replay-seed = Зерно
replay-noted = Відбиток, записаний до партії (необов’язково)
replay-check = Перевірити
replay-check-fingerprint-yes = Ваш браузер сам обчислив відбиток секрету: він той самий, що й до партії.
replay-check-fingerprint-no = Ваш браузер сам обчислив відбиток секрету: він не той, що був до партії!
replay-check-seed-yes = Секрет і числа гравців дають зерно цієї партії; це теж перевірив ваш браузер.
replay-check-seed-no = Секрет і числа гравців не дають зерна цієї партії!
replay-check-unable-unknown = Ваш браузер обчислює відбитки лише через https або на цьому комп’ютері, тож тут перевіряв тільки сервер.
replay-check-noted-yes = Це той відбиток, який ви записали.
replay-check-noted-no = Це не той відбиток, який ви записали!
replay-check-game-yes = Сервер роздав і зіграв партію ще раз: роздача, усі ходи й результат сходяться.
replay-check-game-no = Сервер роздав і зіграв партію ще раз, і вона не сходиться!
