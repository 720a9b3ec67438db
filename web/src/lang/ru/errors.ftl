# Что пошло не так, по кодам сервера.
error-page = На этой странице что-то сломалось. Загрузите её снова.
error-no-page = По этому адресу нет страницы.
error-offline = Сервер не отвечает. Проверьте соединение; ничего не потеряно.
error-internal = Что-то сломалось на сервере, не у вас.
error-not-found = По этой ссылке ничего нет, или она не для вас. Возможно, ссылка обрезана.
error-not-signed-in = Сервер вас больше не узнаёт: ваш сеанс закончился.
error-forbidden = Вам этого нельзя.
error-cross-origin = Этот запрос пришёл с другой страницы и отклонён.
error-wrong-password = Логин и пароль не подходят друг к другу.
error-login-taken = Такой логин уже у кого-то есть.
error-invalid-name = Это не может быть именем: от 1 до 24 букв, цифр, пробелов или - _ ' .
error-invalid-login = Это не может быть логином: от 3 до 32 букв, цифр или - _ . @ +
error-invalid-password = В пароле должно быть не меньше 8 знаков, и его не должно быть легко угадать.
error-hidden = Пока игра идёт, это тайна.
error-unknown-game = Такой игры здесь нет.
error-invalid-request = Сервер этого не понял: { $message }
error-invalid-option = Эти настройки не сочетаются: { $message }
error-invalid-text = Это не удаётся прочитать: { $message }
error-illegal-move = Такой ход не разрешён ({ $rule }).
error-game-over = Игра окончена.
error-conflict = Кто-то был быстрее. Попробуйте ещё раз.
error-unstorable = Сервер не может этого сохранить.
error-too-large = Это больше, чем сервер читает за один раз.
error-too-slow = Данные приходили слишком долго. Попробуйте ещё раз.
error-too-many-requests = { $seconds ->
    [one] Слишком быстро. Попробуйте через { $seconds } секунду.
    [few] Слишком быстро. Попробуйте через { $seconds } секунды.
    [many] Слишком быстро. Попробуйте через { $seconds } секунд.
   *[other] Слишком быстро. Попробуйте через { $seconds } секунды.
}
error-busy = Сервер сейчас очень занят. Попробуйте через мгновение.
error-unavailable = Сервер сейчас не может записывать. Попробуйте чуть позже; ничего не потеряно.
error-bad-request = Сервер этого не понял.
error-method-not-allowed = Сервер этого не понял.
error-refused = Сейчас это невозможно.
error-stale = Позиция тем временем изменилась. Взгляните ещё раз.
error-time = Ваше время вышло до этого хода.
error-not-your-turn = Сейчас не ваш ход.
error-not-seated = У вас нет места за этим столом.
error-not-host = Это может только хозяин стола.
error-not-yours = Это не ваше место.
error-not-open = Игра уже началась.
error-not-running = Игра не идёт.
error-not-over = Игра ещё не окончена.
error-never-begun = Эта игра так и не началась.
error-paused = Игра приостановлена.
error-not-paused = Игра не приостановлена.
error-no-seat = Такого места нет.
error-seat-taken = Это место занято.
error-seat-free = На этом месте никто не сидит.
error-seats-free = Некоторые места ещё свободны.
error-asked-already = Уже есть вопрос: сначала ответьте на него.
error-nothing-asked = Никто ни о чём не просил.
error-nothing-to-undo = Нет хода, который можно вернуть.
error-nothing-to-reclaim = Ваше место и так ваше.
error-rated = В рейтинговых партиях ходы не возвращают.
error-bad-terms = Эти настройки не сочетаются: { $message }
error-bad-value = Сервер не может этого сохранить: { $message }
error-rematched = Для следующей партии уже есть стол.
error-no-talk = За этим столом не разговаривают.
error-no-bot = Такого бота нет.
error-no-hints = В этой партии нет подсказок: иначе другие играли бы и против бота.
error-daily = Это станет известно, когда день пройдёт.
error-not-subscribed = Вы не за этим столом.
error-too-many-tables = Открыто слишком много столов сразу.
error-client-gone = Соединение разорвано.
error-no-par = Ориентир есть только в играх для одного.
