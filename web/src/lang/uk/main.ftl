# Слова кожної сторінки.

skip = Перейти до поля
site = Сайт
learn = Навчання
daily-short = Сьогодні
settings = Налаштування
close = Закрити
save = Зберегти
send = Надіслати
you = ви
name = Ім’я
time = Час
total = Сума
rank = Місце
go-home = До ігор
try-now = Спробувати зараз
load-again = Завантажити знову
copied = Скопійовано
copy-link = Скопіювати посилання
qr-label = Посилання у вигляді коду для сканування
not-affiliated = Tilewright — незалежний проєкт, не пов’язаний з авторами чи видавцями цих ігор.
connection-lost = З’єднання втрачено. Ваша гра збережена; пробуємо знову…
connection-lost-kept = З’єднання втрачено. Ваш хід збережено, його буде надіслано; пробуємо знову…
new-version = На сервері новіша версія, ніж ця сторінка.
trouble-title = Не вийшло
server-words = Словами сервера
play-as-guest = Продовжити як гість

language = Мова
theme = Вигляд
theme-auto = Автоматично
theme-light = Світлий
theme-dark = Темний
theme-contrast = Високий контраст
comfort = Зручність
motion = Анімація
sound = Звук
letters = Літери на фігурах

guest-name = Гість { $number }
who-title = Хто ви
who-name = Ваше ім’я за столом
who-login = Логін
who-log-in = Увійти
who-log-out = Вийти
who-way = Як ви хочете грати?
who-guest = Як гість
who-account = З обліковим записом
who-account-text = Ім’я, партії та рейтинги будуть вашими на кожному пристрої, де ви ввійдете.
who-password = Пароль
who-new-password = Новий пароль, щонайменше 8 знаків
who-log-in-text = Забули пароль? Новий може дати той, хто тримає цей сервер.
who-guest-do = Зберегти
who-log-in-do = Увійти
who-account-do = Зберегти ім’я
who-more = Пароль, дані, прощання
who-data = Завантажити мої дані
who-change-password = Змінити пароль
who-password-changed = Пароль змінено. На інших пристроях ви вийшли.
who-delete = Видалити мене
who-delete-sure = Ім’я, логін і токени буде видалено назавжди. Ваші місця залишаться, щоб партії збереглися в інших. Введіть вище пароль і підтвердьте.
who-delete-guest = Ім’я буде видалено назавжди. Ваші місця залишаться, щоб партії збереглися в інших.
who-delete-yes = Так, видалити назавжди
who-deleted = Тут вас більше не пам’ятають.

home-title = Ігри з плитками, один тихий стіл
home-text = Грайте з ботами, з друзями за посиланням або разом за одним екраном. Без облікового запису.
play-now = Грати
play-bots = проти ботів
play-friends = З друзями
play-here = За одним екраном
play-daily = Роздача дня
play-solo = Соло
learn-it = Навчитися
rules = Правила
rules-none = Правил цієї гри тут немає. Усі дозволені ходи є у списку ходів.
go-on = Продовжити з того самого місця
choose-bots = Вибрати суперників
drop-table = Покинути цю партію: { $game }
drop-sure = Покинути цю партію назавжди?
drop-yes = Так, покинути
open-tables = Відкриті столи
table-your-turn = Ваш хід
table-free = { $count ->
    [one] { $count } вільне місце
    [few] { $count } вільні місця
    [many] { $count } вільних місць
   *[other] { $count } вільного місця
}
table-move = Хід { $number }
record-drop = Перетягніть сюди запис партії або натисніть, щоб вибрати файл
record-empty = Цей файл порожній.
record-too-long = Цей файл завеликий для запису партії.

players = Гравці
level = Рівень
level-1 = перші кроки
level-1-text = Грає швидко й багато чого не помічає: для ваших перших партій.
level-2 = спокійний
level-2-text = Ще дещо пропускає. Виграє близько трьох партій із чотирьох у рівня 1.
level-3 = аматор
level-3-text = Помічає майже все важливе. Виграє близько трьох партій із чотирьох у рівня 2.
level-4 = надійний
level-4-text = Уважний, рідко помиляється. Виграє близько трьох партій із чотирьох у рівня 3.
level-5 = клубний гравець
level-5-text = Добре оцінює ходи. Виграє близько трьох партій із чотирьох у рівня 4.
level-6 = сильний
level-6-text = Дивиться вперед. Виграє близько трьох партій із чотирьох у рівня 5.
level-7 = знавець
level-7-text = Дивиться далеко вперед. Важко перемогти.
level-8 = майстер
level-8-text = Думає до двох секунд на повну силу. Побачимо, скільки ви протримаєтеся.
here-names = Хто грає? (імена — за бажанням)
more-options = Більше налаштувань
option-first = Хто починає
by-chance = за жеребом
seat-me = я
seat-bot = бот { $number }
number-none = –
number-suggested = Для сильного гравця
number-other = Інші числа
clock = Час на роздуми
clock-none = без годинника
clock-ten = 10 хвилин + 5 с за хід
clock-thirty = 30 хвилин + 10 с за хід
clock-days = 2 дні на хід
from-the-middle = починається з середини іншої партії
listed-label = Приєднатися може будь-хто: показати серед відкритих столів
rated-label = На рейтинг
begin-bots = Грати
begin-friends = Відкрити стіл
begin-here = Грати
begin = Почати
begin-filled = { $count ->
    [one] Почати з ботом на { $count } вільному місці
    [few] Почати з ботами на { $count } вільних місцях
    [many] Почати з ботами на { $count } вільних місцях
   *[other] Почати з ботами на { $count } вільних місцях
}

seat-free = вільне місце
seat-kept = чекає на гравця попередньої партії
player-number = Гравець { $number }
bot-level = Бот, рівень { $level }
bot-random = Бот, випадковий
bot-greedy = Бот, жадібний
table-name = стіл { $id }
table-opening = Відкриваємо стіл…
table-closed = Цей стіл закрили до початку гри.
lobby-title = Чекаємо на гравців
lobby-host = Надішліть це посилання друзям. Хто відкриє його, сяде за стіл.
lobby-guest = Ви за столом. Гра почнеться, коли її розпочне господар.
lobby-visitor = Для вас є вільне місце. Партія почнеться, коли її почне господар столу.
lobby-watcher = Усі місця за цим столом зайняті: ви спостерігаєте.
lobby-link = Посилання на цей стіл
lobby-name = Як вас називати за столом?
sit-down = Сісти
stand-up = Встати
free-seat = Звільнити місце
close-table = Закрити стіл
waiting-for-host = Чекаємо на господаря столу…
shuffle-fixed = Колоду вже визначено
shuffle-fixed-text = Колоду визначено до початку гри, і це її відбиток. Після гри кожен може це перевірити.

your-turn = Ваш хід
turn-of = Ходить { $name }
game-over = Гру закінчено
spectators = { $count ->
    [one] { $count } глядач
    [few] { $count } глядачі
    [many] { $count } глядачів
   *[other] { $count } глядача
}
rated = на рейтинг
unrated = без рейтингу
unrated-address = Без рейтингу: гравці мають одну адресу.
paused = Пауза
paused-text = Гру зупинено; годинники стоять.
resume = Далі
stand-in-text = Вас не було, і за вас грає бот.
reclaim = Я знову тут
asked-undo = { $mine ->
    [yes] Ви просите скасувати останній хід.
   *[no] { $name } просить скасувати останній хід.
}
asked-pause = { $mine ->
    [yes] Ви просите про паузу.
   *[no] { $name } просить про паузу.
}
agree = Гаразд
refuse = Відмовити
take-back = Не треба
pass-screen = Ходить { $name }. Передайте екран.
show-mine = Я { $name }: показати поле
time-left = Залишилося часу
time-left-unsure = Час, що лишився, наскільки він відомий без з’єднання
rating = Рейтинг
place = { $place } місце
forfeit-resigned = партію здано
forfeit-time = час вийшов
forfeit-fault = порушення правил
told-resigned = { $name }: гру здано.
told-time = { $name }: час вийшов.
told-fault = { $name }: недозволений хід.
has-stand-in = грає бот
away = немає за столом
is-out = поза грою
thinking = думає…
warming = готується…
to-move = ходить
turn-order = { $number ->
    [1] наступний
    [2] після нього
   *[other] третій
}

result = Підсумок
sentence-whole = Усе речення
tools = Інструменти
undo = Скасувати хід
hint = Підказка
moves = Ходи
talk = Розмова
more = Ще
replay = Перегляд
pause = Попросити паузу
resign = Здатися
resign-sure = Здати цю партію?
resign-yes = Так, здаюся
resign-no = Ні, граю далі
no-moves = Ходів ще немає.
legal-moves = { $count ->
    [one] { $count } дозволений хід списком
    [few] Усі { $count } дозволені ходи списком
    [many] Усі { $count } дозволених ходів списком
   *[other] Усі { $count } дозволеного ходу списком
}
legal-moves-asked = З’ясовуємо, що дасть кожен хід…
legal-moves-more = Показати більше
talk-empty = Поки що тихо.
talk-label = Сказати щось
thinking-hint = Сильний бот думає…
warming-hint = Сильний бот думає. На цьому комп’ютері його готують уперше, тому трохи довше…
hint-later = Зараз не ваш хід.
you-won = Ви перемогли!
winner = Перемога: { $name }
rematch = Ще раз
rematch-join = До наступної партії
rematch-watch = Дивитися наступну партію

daily-title = Роздача дня
daily-of = роздача за { $date }
daily-play = Грати сьогоднішню роздачу
daily-go-on = Продовжити сьогоднішню роздачу
daily-look = Переглянути вашу партію
daily-mine = Ваша сума: { $score }
daily-unranked = Це було б місце { $place }. У списку — результати тих, хто має обліковий запис.
daily-par = Орієнтир (програма бачила всю роздачу): { $par }
daily-results = Результати
daily-none = Ще ніхто не закінчив. Почніть ви!
daily-rule = Одна спроба на день, без скасування ходів і без підказок. День змінюється опівночі за UTC.

about = Про сайт
about-text = Tilewright — дім для ігор із плитками: грайте, вчіться, досліджуйте. Це вільна програма, написана на Python, зі сторінкою на Svelte.
about-fair = Боти бачать лише те, що видно з їхнього місця. Кожну колоду визначено до гри, і після неї це можна перевірити.
about-privacy = Сторінка нічого не завантажує ззовні й ні за ким не стежить. Файл cookie пам’ятає ваше ім’я за столом; налаштування лишаються в цьому браузері.
about-games = Ігри
about-credits = Усі малюнки й тексти тут наші власні. Якщо гра подобається, купіть її в коробці.
about-fonts = Шрифти — Source Serif 4 і Source Sans 3, за ліцензією SIL Open Font License.

news = Після вашого останнього ходу
told-taken_over = { $name }: немає за столом, далі грає бот.
told-reclaimed = { $name }: знову за столом.
told-held = Сервер був недоступний. Ніхто не втратив часу; годинники скоро підуть далі.
told-undone = { $count ->
    [one] Скасовано { $count } хід.
    [few] Скасовано { $count } ходи.
    [many] Скасовано { $count } ходів.
   *[other] Скасовано { $count } ходу.
}
hint-chances = Шанси на перемогу. Натисніть на рядок, щоб побачити хід на полі.
hint-totals = Очікувані суми. Натисніть на рядок, щоб побачити хід на полі.
hint-without = без цього: { $what }
hint-even = Одразу дає не більше за наступний, але окупається згодом.
hint-ways = { $count ->
    [one] Майже те саме дає { $count } хід.
    [few] Майже те саме дають { $count } ходи.
    [many] Майже те саме дають { $count } ходів.
   *[other] Майже те саме дають { $count } ходу.
}
hint-again = Натисніть ще раз, щоб зіграти.
final-count = Підсумок
decided-row = Вирішило: { $row }, { $first } проти { $second }.
rematch-easier = Легше: рівень { $level }
rematch-harder = Важче: рівень { $level }
winners = { $names } ділять перше місце
