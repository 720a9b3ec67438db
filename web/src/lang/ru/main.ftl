# Слова каждой страницы.

skip = Перейти к полю
site = Сайт
learn = Обучение
daily-short = Сегодня
settings = Настройки
close = Закрыть
save = Сохранить
send = Отправить
you = вы
name = Имя
time = Время
total = Сумма
rank = Место
go-home = К играм
try-now = Попробовать сейчас
load-again = Загрузить снова
copied = Скопировано
copy-link = Скопировать ссылку
qr-label = Ссылка в виде кода для сканирования
not-affiliated = Tilewright — независимый проект, не связанный с авторами и издателями этих игр.
connection-lost = Связь потеряна. Ваша партия сохранена; пробуем снова…
connection-lost-kept = Связь потеряна. Ваш ход сохранён и будет отправлен; пробуем снова…
new-version = На сервере более новая версия, чем эта страница.
trouble-title = Не получилось
server-words = Словами сервера
play-as-guest = Продолжить как гость

language = Язык
theme = Вид
theme-auto = Автоматически
theme-light = Светлый
theme-dark = Тёмный
theme-contrast = Высокий контраст
comfort = Удобство
motion = Анимация
sound = Звук
letters = Буквы на деталях

guest-name = Гость { $number }
who-title = Кто вы
who-name = Ваше имя за столом
who-login = Логин
who-log-in = Войти
who-log-out = Выйти
who-way = Как вы хотите играть?
who-guest = Как гость
who-account = С учётной записью
who-account-text = Имя, партии и рейтинги останутся вашими на каждом устройстве, где вы войдёте.
who-password = Пароль
who-new-password = Новый пароль, не меньше 8 знаков
who-log-in-text = Забыли пароль? Новый может выдать тот, кто держит этот сервер.
who-guest-do = Сохранить
who-log-in-do = Войти
who-account-do = Сохранить имя
who-more = Пароль, данные, уход
who-data = Скачать мои данные
who-change-password = Сменить пароль
who-password-changed = Пароль изменён. На других устройствах вы вышли.
who-delete = Удалить меня
who-delete-sure = Имя, логин и токены будут удалены навсегда. Ваши места останутся, чтобы партии сохранились у других. Введите выше пароль и подтвердите.
who-delete-guest = Имя будет удалено навсегда. Ваши места останутся, чтобы партии сохранились у других.
who-delete-yes = Да, удалить навсегда
who-deleted = Здесь вас больше не помнят.

home-title = Игры с плитками, один тихий стол
home-text = Играйте с ботами, с друзьями по ссылке или вместе за одним экраном. Без учётной записи.
play-now = Играть
play-bots = против ботов
play-friends = С друзьями
play-here = За одним экраном
play-daily = Расклад дня
play-solo = Соло
learn-it = Научиться
rules = Правила
rules-none = Правил этой игры здесь нет. Все разрешённые ходы есть в списке ходов.
go-on = Продолжить с того же места
choose-bots = Выбрать соперников
drop-table = Бросить эту партию: { $game }
drop-sure = Бросить эту партию навсегда?
drop-yes = Да, бросить
open-tables = Открытые столы
table-your-turn = Ваш ход
table-free = { $count ->
    [one] { $count } свободное место
    [few] { $count } свободных места
    [many] { $count } свободных мест
   *[other] { $count } свободного места
}
table-move = Ход { $number }
record-drop = Перетащите сюда запись партии или нажмите, чтобы выбрать файл
record-empty = Этот файл пуст.
record-too-long = Этот файл слишком велик для записи партии.

players = Игроки
level = Уровень
level-1 = первые шаги
level-1-text = Играет быстро и многого не замечает: для ваших первых партий.
level-2 = спокойный
level-2-text = Ещё кое-что упускает. Выигрывает около трёх партий из четырёх у уровня 1.
level-3 = любитель
level-3-text = Замечает почти всё важное. Выигрывает около трёх партий из четырёх у уровня 2.
level-4 = надёжный
level-4-text = Внимателен, редко ошибается. Выигрывает около трёх партий из четырёх у уровня 3.
level-5 = клубный игрок
level-5-text = Хорошо оценивает ходы. Выигрывает около трёх партий из четырёх у уровня 4.
level-6 = сильный
level-6-text = Смотрит вперёд. Выигрывает около трёх партий из четырёх у уровня 5.
level-7 = знаток
level-7-text = Смотрит далеко вперёд. Трудно победить.
level-8 = мастер
level-8-text = Думает до двух секунд в полную силу. Посмотрим, сколько вы продержитесь.
here-names = Кто играет? (имена — по желанию)
more-options = Ещё настройки
option-first = Кто начинает
by-chance = по жребию
seat-me = я
seat-bot = бот { $number }
number-none = –
number-suggested = Для сильного игрока
number-other = Другие числа
clock = Время на размышление
clock-none = без часов
clock-ten = 10 минут + 5 с за ход
clock-thirty = 30 минут + 10 с за ход
clock-days = 2 дня на ход
from-the-middle = начинается с середины другой партии
listed-label = Присоединиться может любой: показать среди открытых столов
rated-label = На рейтинг
begin-bots = Играть
begin-friends = Открыть стол
begin-here = Играть
begin = Начать
begin-filled = { $count ->
    [one] Начать с ботом на { $count } свободном месте
    [few] Начать с ботами на { $count } свободных местах
    [many] Начать с ботами на { $count } свободных местах
   *[other] Начать с ботами на { $count } свободных местах
}

seat-free = свободное место
seat-kept = ждёт игрока прошлой партии
player-number = Игрок { $number }
bot-level = Бот, уровень { $level }
bot-random = Бот, случайный
bot-greedy = Бот, жадный
table-name = стол { $id }
table-opening = Открываем стол…
table-closed = Этот стол закрыли до начала игры.
lobby-title = Ждём игроков
lobby-host = Отправьте эту ссылку друзьям. Кто откроет её, сядет за стол.
lobby-guest = Вы за столом. Игра начнётся, когда её начнёт хозяин.
lobby-visitor = Для вас есть свободное место. Партия начнётся, когда её начнёт хозяин стола.
lobby-watcher = Все места за этим столом заняты: вы наблюдаете.
lobby-link = Ссылка на этот стол
lobby-name = Как вас называть за столом?
sit-down = Сесть
stand-up = Встать
free-seat = Освободить место
close-table = Закрыть стол
waiting-for-host = Ждём хозяина стола…
shuffle-fixed = Колода уже определена
shuffle-fixed-text = Колода определена до начала игры, и это её отпечаток. После игры каждый может это проверить.

your-turn = Ваш ход
turn-of = Ходит { $name }
game-over = Игра окончена
spectators = { $count ->
    [one] { $count } зритель
    [few] { $count } зрителя
    [many] { $count } зрителей
   *[other] { $count } зрителя
}
rated = на рейтинг
unrated = без рейтинга
unrated-address = Без рейтинга: у игроков один адрес.
paused = Пауза
paused-text = Игра остановлена; часы стоят.
resume = Дальше
stand-in-text = Вас не было, и за вас играет бот.
reclaim = Я снова здесь
asked-undo = { $mine ->
    [yes] Вы просите отменить последний ход.
   *[no] { $name } просит отменить последний ход.
}
asked-pause = { $mine ->
    [yes] Вы просите о паузе.
   *[no] { $name } просит о паузе.
}
agree = Согласиться
refuse = Отказать
take-back = Не нужно
pass-screen = Ходит { $name }. Передайте экран.
show-mine = Я { $name }: показать поле
time-left = Осталось времени
time-left-unsure = Оставшееся время, насколько оно известно без связи
rating = Рейтинг
place = { $place } место
forfeit-resigned = партия сдана
forfeit-time = время вышло
forfeit-fault = нарушение правил
told-resigned = { $name }: партия сдана.
told-time = { $name }: время вышло.
told-fault = { $name }: недопустимый ход.
has-stand-in = играет бот
away = нет за столом
is-out = вне игры
thinking = думает…
warming = готовится…
to-move = ходит
turn-order = { $number ->
    [1] следующий
    [2] после него
   *[other] третий
}

result = Итог
sentence-whole = Всё предложение
tools = Инструменты
undo = Отменить ход
hint = Подсказка
moves = Ходы
talk = Разговор
more = Ещё
replay = Просмотр
pause = Попросить паузу
resign = Сдаться
resign-sure = Сдать эту партию?
resign-yes = Да, сдаюсь
resign-no = Нет, играю дальше
no-moves = Ходов ещё нет.
legal-moves = { $count ->
    [one] { $count } разрешённый ход списком
    [few] Все { $count } разрешённых хода списком
    [many] Все { $count } разрешённых ходов списком
   *[other] Все { $count } разрешённого хода списком
}
legal-moves-asked = Выясняем, что даст каждый ход…
legal-moves-more = Показать больше
talk-empty = Пока тихо.
talk-label = Сказать что-нибудь
thinking-hint = Сильный бот думает…
warming-hint = Сильный бот думает. На этом компьютере его готовят впервые, поэтому чуть дольше…
hint-later = Сейчас не ваш ход.
you-won = Вы победили!
winner = Победа: { $name }
rematch = Ещё раз
rematch-join = К следующей партии
rematch-watch = Смотреть следующую партию

daily-title = Расклад дня
daily-of = расклад за { $date }
daily-play = Играть сегодняшний расклад
daily-go-on = Продолжить сегодняшний расклад
daily-look = Посмотреть вашу партию
daily-mine = Ваша сумма: { $score }
daily-unranked = Это было бы место { $place }. В списке — результаты тех, у кого есть учётная запись.
daily-par = Ориентир (программа видела весь расклад): { $par }
daily-results = Результаты
daily-none = Ещё никто не закончил. Начните вы!
daily-rule = Одна попытка в день, без отмены ходов и без подсказок. День меняется в полночь по UTC.

about = О сайте
about-text = Tilewright — дом для игр с плитками: играйте, учитесь, исследуйте. Это свободная программа, написанная на Python, со страницей на Svelte.
about-fair = Боты видят только то, что видно с их места. Каждая колода определена до игры, и после неё это можно проверить.
about-privacy = Страница ничего не загружает извне и ни за кем не следит. Файл cookie помнит ваше имя за столом; настройки остаются в этом браузере.
about-games = Игры
about-credits = Все рисунки и тексты здесь наши собственные. Если игра нравится, купите её в коробке.
about-fonts = Шрифты — Source Serif 4 и Source Sans 3, по лицензии SIL Open Font License.

news = После вашего последнего хода
told-taken_over = { $name }: нет за столом, дальше играет бот.
told-reclaimed = { $name }: снова за столом.
told-held = Сервер был недоступен. Никто не потерял времени; часы скоро пойдут дальше.
told-undone = { $count ->
    [one] Отменён { $count } ход.
    [few] Отменены { $count } хода.
    [many] Отменено { $count } ходов.
   *[other] Отменено { $count } хода.
}
hint-chances = Шансы на победу. Нажмите на строку, чтобы увидеть ход на поле.
hint-totals = Ожидаемые суммы. Нажмите на строку, чтобы увидеть ход на поле.
hint-without = без этого: { $what }
hint-even = Сразу даёт не больше следующего, но окупается позже.
hint-ways = { $count ->
    [one] Почти то же самое даёт { $count } ход.
    [few] Почти то же самое дают { $count } хода.
    [many] Почти то же самое дают { $count } ходов.
   *[other] Почти то же самое дают { $count } хода.
}
hint-again = Нажмите ещё раз, чтобы сыграть.
final-count = Итог
decided-row = Решило: { $row }, { $first } против { $second }.
rematch-easier = Легче: уровень { $level }
rematch-harder = Сложнее: уровень { $level }
winners = { $names } делят первое место
