# Що пішло не так, за кодами сервера.
error-page = На цій сторінці щось зламалося. Завантажте її знову.
error-no-page = За цією адресою немає сторінки.
error-offline = Сервер не відповідає. Перевірте з’єднання; нічого не втрачено.
error-internal = Щось зламалося на сервері, не у вас.
error-not-found = За цим посиланням нічого немає, або воно не для вас. Можливо, посилання обрізано.
error-not-signed-in = Сервер вас більше не впізнає: ваш сеанс закінчився.
error-forbidden = Вам цього не можна.
error-cross-origin = Цей запит надійшов з іншої сторінки, і його відхилено.
error-wrong-password = Логін і пароль не підходять одне до одного.
error-login-taken = Такий логін уже хтось має.
error-invalid-name = Це не може бути іменем: від 1 до 24 літер, цифр, пробілів або - _ ' .
error-invalid-login = Це не може бути логіном: від 3 до 32 літер, цифр або - _ . @ +
error-invalid-password = Пароль має містити щонайменше 8 знаків, і його не повинно бути легко вгадати.
error-hidden = Поки гра триває, це таємниця.
error-unknown-game = Такої гри тут немає.
error-invalid-request = Сервер цього не зрозумів: { $message }
error-invalid-option = Ці налаштування не поєднуються: { $message }
error-invalid-text = Це не вдається прочитати: { $message }
error-illegal-move = Такий хід не дозволено ({ $rule }).
error-game-over = Гру закінчено.
error-conflict = Хтось був швидшим. Спробуйте ще раз.
error-unstorable = Сервер не може цього зберегти.
error-too-large = Це більше, ніж сервер читає за один раз.
error-too-slow = Дані надходили надто довго. Спробуйте ще раз.
error-too-many-requests = { $seconds ->
    [one] Занадто швидко. Спробуйте через { $seconds } секунду.
    [few] Занадто швидко. Спробуйте через { $seconds } секунди.
    [many] Занадто швидко. Спробуйте через { $seconds } секунд.
   *[other] Занадто швидко. Спробуйте через { $seconds } секунди.
}
error-busy = Сервер зараз дуже зайнятий. Спробуйте за мить.
error-unavailable = Сервер зараз не може записувати. Спробуйте трохи згодом; нічого не втрачено.
error-bad-request = Сервер цього не зрозумів.
error-method-not-allowed = Сервер цього не зрозумів.
error-refused = Зараз це неможливо.
error-stale = Позиція тим часом змінилася. Погляньте ще раз.
error-time = Ваш час вийшов до цього ходу.
error-not-your-turn = Зараз не ваш хід.
error-not-seated = Ви не маєте місця за цим столом.
error-not-host = Це може лише господар столу.
error-not-yours = Це не ваше місце.
error-not-open = Гра вже почалася.
error-not-running = Гра не триває.
error-not-over = Гру ще не закінчено.
error-never-begun = Ця гра так і не почалася.
error-paused = Гру призупинено.
error-not-paused = Гру не призупинено.
error-no-seat = Такого місця немає.
error-seat-taken = Це місце зайняте.
error-seat-free = На цьому місці ніхто не сидить.
error-seats-free = Деякі місця ще вільні.
error-asked-already = Уже є запитання: спершу дайте відповідь на нього.
error-nothing-asked = Ніхто ні про що не просив.
error-nothing-to-undo = Немає ходу, який можна повернути.
error-nothing-to-reclaim = Ваше місце й так ваше.
error-rated = У рейтингових партіях ходи не повертають.
error-bad-terms = Ці налаштування не поєднуються: { $message }
error-bad-value = Сервер не може цього зберегти: { $message }
error-rematched = Для наступної партії вже є стіл.
error-no-talk = За цим столом не розмовляють.
error-no-bot = Такого бота немає.
error-no-hints = У цій партії немає підказок: інакше інші грали б і проти бота.
error-daily = Про це можна буде дізнатися, коли день мине.
error-not-subscribed = Ви не за цим столом.
error-too-many-tables = Відкрито забагато столів одночасно.
error-client-gone = З’єднання розірвано.
error-no-par = Орієнтир є лише в іграх для одного.
