lesson-polyssimo-aim = Утисніть усе
lesson-polyssimo-aim-text = Є 24 фігури, разом 132 клітинки — рівно стільки, скільки на полі. Майже ніколи не вміщуються всі. Перемагає той, у кого лишиться найменше клітинок.

lesson-polyssimo-draft = Вибір фігур
lesson-polyssimo-draft-text = Спершу фігури розбирають по одній за годинниковою стрілкою. У кольорових п’ять клітинок. У темних шість, і прилаштувати їх важче.
lesson-polyssimo-draft-task = Візьміть кольорову фігуру.
lesson-polyssimo-draft-done = Вона ваша. Вибір триває, доки є фігури.
lesson-polyssimo-draft-no = Так теж можна, але шість клітинок важко прилаштувати. Почніть із кольорової.
lesson-polyssimo-draft-hint = Компактні, як-от { pc-name-P }, вміщуються майже всюди.

lesson-polyssimo-order = У зворотний бік
lesson-polyssimo-order-text = Хто взяв останню фігуру, кладе першим, а ходять тепер проти годинникової стрілки. Тут це ви, тож починаєте. Далі Лео, потім Мія.

lesson-polyssimo-place = Викладання
lesson-polyssimo-place-text = Покладіть одну зі своїх фігур на вільні клітинки. Перетягніть її або натисніть на фігуру, а тоді на поле; стрілки теж її рухають. Доки хоч одна вміщується, класти треба.
lesson-polyssimo-place-task = Покладіть будь-яку свою фігуру.
lesson-polyssimo-place-done = Там вона й лишається. Кожну покладену фігуру вже не рахують.
lesson-polyssimo-place-hint = Натисніть на фігуру, а тоді «{ pc-next-place }» або N: вона перейде туди, де вміщується.

lesson-polyssimo-turn = Поворот
lesson-polyssimo-turn-text = Фігури можна повертати. Ваш { pc-name-I } лежить горизонтально, а вміщується лише вертикально.
lesson-polyssimo-turn-task = Поверніть { pc-name-I } і покладіть його.
lesson-polyssimo-turn-done = Вертикально — вмістився.
lesson-polyssimo-turn-no = Ця теж уміщується, але спробуйте покласти { pc-name-I }.
lesson-polyssimo-turn-hint = «{ pc-turn }» або R повертає фігуру. Місце є ліворуч від середини.

lesson-polyssimo-flip = Переворот
lesson-polyssimo-flip-text = Фігури можна й перевертати, як у дзеркалі. З ваших уміщується лише { pc-name-Z }, і лише перевернутий.
lesson-polyssimo-flip-task = Переверніть { pc-name-Z } і покладіть його.
lesson-polyssimo-flip-done = Віддзеркалений, він умістився точно.
lesson-polyssimo-flip-hint = «{ pc-flip }» або F перевертає фігуру. Її місце вгорі ліворуч.

lesson-polyssimo-block = Поза грою
lesson-polyssimo-block-text = У кого жодна фігура не вміщується, той вибуває, а інші грають далі. Вільних клітинок тут вистачить на дві ваші фігури або на одну фігуру Мії.
lesson-polyssimo-block-task = Зробіть так, щоб Мія вибула, а у вас лишилося місце.
lesson-polyssimo-block-done = Мія вибула з 10 клітинками. Далі граєте лише ви.
lesson-polyssimo-block-no = Мія вибула б, але й ви теж: у вас 11 клітинок проти її 10.
lesson-polyssimo-block-hint = Якщо повернути { pc-name-Z }, він уміститься в проміжок унизу посередині.

lesson-polyssimo-count = Підсумок
lesson-polyssimo-count-text = Гру закінчено, коли ніхто не може класти. У Мії лишилося 10 клітинок, у вас 11. Якщо порівну, вище той, хто клав останнім.
lesson-polyssimo-count-task = Покладіть те, що ще вміщується.
lesson-polyssimo-count-done = У вас 6 клітинок проти 10 у Мії: ви перемогли.
lesson-polyssimo-count-hint = Якщо повернути { pc-name-T }, він уміститься внизу ліворуч.

lesson-polyssimo-finished = Тепер ви знаєте Polyssimo Challenge. Рівень 1 — лагідний перший суперник.
