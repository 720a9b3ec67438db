lesson-my-shelfie-aim = Заповніть етажерку
lesson-my-shelfie-aim-text = Предмети з вітальні йдуть на вашу етажерку: п’ять стовпців по шість місць. Очки дають групи одного типу, загальні цілі й ваша таємна особиста ціль. Перша повна етажерка завершує гру.

lesson-my-shelfie-take = Взяти лінію
lesson-my-shelfie-take-text = За хід беруть одну, дві або три плитки поспіль на прямій. Кожна повинна мати вільну сторону, до якої не прилягає інша плитка.
lesson-my-shelfie-take-task = Візьміть дві плитки й поставте в стовпець.
lesson-my-shelfie-take-done = Вони впали на дно. Плитка завжди падає якнайнижче.
lesson-my-shelfie-take-no = Так теж можна, але цього разу візьміть дві.
lesson-my-shelfie-take-hint = Дві плитки у верхньому ряду лежать поруч.

lesson-my-shelfie-line = Три одразу
lesson-my-shelfie-line-text = Що більше плиток узято, то більше вільних сторін. Три однакові за хід — гарна здобич.
lesson-my-shelfie-line-task = Візьміть три книжки.
lesson-my-shelfie-line-done = Три книжки одна на одній: група з трьох, 2 очки.
lesson-my-shelfie-line-no = Так можна, але три книжки були б краще.
lesson-my-shelfie-line-hint = Виберіть три книжки у верхньому ряду, потім стовпець.

lesson-my-shelfie-order = У якому порядку
lesson-my-shelfie-order-text = Усі плитки ходу йдуть в один стовпець, а порядок вибираєте ви: перша стає найнижче.
lesson-my-shelfie-order-task = Візьміть котика й рамку так, щоб котик став поруч із двома вашими котиками.
lesson-my-shelfie-order-done = Три котики, з’єднані сторонами: 2 очки.
lesson-my-shelfie-order-no = Так можна, але цього разу візьміть котика й рамку поруч із ним.
lesson-my-shelfie-order-no-turned = Тут рамка стоїть під котиком. Котик має йти першим.
lesson-my-shelfie-order-no-column = Порядок правильний, але в цьому стовпці котик не поруч із вашими котиками.
lesson-my-shelfie-order-hint = Спершу котик, потім рамка, у стовпець 3.

lesson-my-shelfie-group = Групи
lesson-my-shelfie-group-text = Наприкінці плитки одного типу, з’єднані сторонами, дають очки як група: три — 2 очки, чотири — 3, п’ять — 5, шість і більше — 8.
lesson-my-shelfie-group-task = Зробіть зі своїх трьох рамок групу з шести.
lesson-my-shelfie-group-done = Від 2 очок до 8 за один хід.
lesson-my-shelfie-group-no = Так можна, але з трьома рамками з вітальні у вашій групі було б шість.
lesson-my-shelfie-group-no-apart = Плитки правильні, але в цьому стовпці вони не прилягають до ваших рамок.
lesson-my-shelfie-group-hint = Поставте три рамки на свої, у стовпець 4.

lesson-my-shelfie-goal = Загальні цілі
lesson-my-shelfie-goal-text = Дві цілі однакові для всіх гравців. Хто виконає першим, бере верхній жетон, 8 очок; наступний отримає менше. Одна ціль вимагає восьми однакових, а у вас шість котиків.
lesson-my-shelfie-goal-task = Виконайте ціль і візьміть жетон.
lesson-my-shelfie-goal-done = 8 очок, і їх уже ніхто не забере.
lesson-my-shelfie-goal-no = Так можна, але до жетона бракує двох котиків.
lesson-my-shelfie-goal-hint = Два котики лежать один над одним унизу посередині.

lesson-my-shelfie-card = Ваша особиста ціль
lesson-my-shelfie-card-text = На карті шість предметів на шести місцях етажерки. Один збіг дає 1 очко, далі 2, 4, 6, 9 і 12 за всі шість. Більше її ніхто не бачить.
lesson-my-shelfie-card-task = Доведіть до трьох збігів.
lesson-my-shelfie-card-done = Три з шести: 4 очки замість 2.
lesson-my-shelfie-card-no = Так можна, але нового збігу з картою немає.
lesson-my-shelfie-card-hint = На карті гра на третьому місці знизу в стовпці 2: саме туди впаде наступна плитка.

lesson-my-shelfie-refill = Нові предмети
lesson-my-shelfie-refill-text = Якщо після ходу у вітальні лишилося чотири плитки або менше, вони повертаються в мішечок, і всю вітальню заповнюють наново.
lesson-my-shelfie-refill-task = Візьміть стільки, щоб вітальню заповнили.
lesson-my-shelfie-refill-done = Вітальня знову повна, і перша вибирає Мія.
lesson-my-shelfie-refill-no = Так можна, але лишиться п’ять плиток. Візьміть дві.
lesson-my-shelfie-refill-hint = Підійдуть будь-які дві плитки, що лежать поруч.

lesson-my-shelfie-last = Останній раунд
lesson-my-shelfie-last-text = Перша повна етажерка дає 1 очко, і раунд догравають до кінця. Брати можна лише стільки, скільки вміщує стовпець: тут це дві.
lesson-my-shelfie-last-task = Заповніть етажерку.
lesson-my-shelfie-last-done = Повна! Ви починали гру, тож у Мії ще один хід. Потім рахують усе.
lesson-my-shelfie-last-no = Так можна, але одне місце лишиться вільним.
lesson-my-shelfie-last-hint = Візьміть будь-які дві: місце є лише в стовпці 3.

lesson-my-shelfie-finished = Тепер ви знаєте My Shelfie. Рівень 1 — лагідний перший суперник.
