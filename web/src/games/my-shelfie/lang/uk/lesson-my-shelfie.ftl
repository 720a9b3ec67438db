lesson-my-shelfie-aim = Заповніть полицю
lesson-my-shelfie-aim-text = Речі з вітальні йдуть на вашу полицю: п’ять стовпчиків по шість місць. Очки дають групи одного виду, спільні цілі й ваша таємна картка. Перша повна полиця завершує гру.

lesson-my-shelfie-take = Взяти ряд
lesson-my-shelfie-take-text = За хід беруть одну, дві або три плитки поспіль на прямій. Кожна повинна мати вільну сторону, до якої не прилягає інша плитка.
lesson-my-shelfie-take-task = Візьміть дві плитки й поставте в стовпчик.
lesson-my-shelfie-take-done = Вони впали на дно. Плитка завжди падає якнайнижче.
lesson-my-shelfie-take-no = Так теж можна, але цього разу візьміть дві.
lesson-my-shelfie-take-hint = Дві плитки у верхньому ряду лежать поруч.

lesson-my-shelfie-line = Три одразу
lesson-my-shelfie-line-text = Що більше взято, то більше вільних сторін. Три однакові за хід – гарна здобич.
lesson-my-shelfie-line-task = Візьміть три книжки.
lesson-my-shelfie-line-done = Три книжки одна на одній: група з трьох, 2 очки.
lesson-my-shelfie-line-no = Так можна, але три книжки були б краще.
lesson-my-shelfie-line-hint = Виберіть три книжки у верхньому ряду, потім стовпчик.

lesson-my-shelfie-order = У якому порядку
lesson-my-shelfie-order-text = Усі плитки ходу йдуть в один стовпчик, а порядок вибираєте ви: перша стає найнижче.
lesson-my-shelfie-order-task = Візьміть кота й картину так, щоб кіт став поруч із двома вашими котами.
lesson-my-shelfie-order-done = Троє котів, з’єднаних сторонами: 2 очки.
lesson-my-shelfie-order-no = Так можна, але цього разу візьміть кота й картину поруч із ним.
lesson-my-shelfie-order-no-turned = Тут картина лежить під котом. Кіт має йти першим.
lesson-my-shelfie-order-no-column = Порядок правильний, але в цьому стовпчику кіт не поруч із вашими котами.
lesson-my-shelfie-order-hint = Спершу кіт, потім картина, у стовпчик 3.

lesson-my-shelfie-group = Групи
lesson-my-shelfie-group-text = Наприкінці плитки одного виду, з’єднані сторонами, платять як група: три – 2 очки, чотири – 3, п’ять – 5, шість і більше – 8.
lesson-my-shelfie-group-task = Зробіть зі своїх трьох картин групу з шести.
lesson-my-shelfie-group-done = Від 2 очок до 8 за один хід.
lesson-my-shelfie-group-no = Так можна, але з трьома картинами з вітальні у вашій групі було б шість.
lesson-my-shelfie-group-no-apart = Плитки правильні, але в цьому стовпчику вони не торкаються ваших картин.
lesson-my-shelfie-group-hint = Поставте три картини на свої, у стовпчик 4.

lesson-my-shelfie-goal = Спільні цілі
lesson-my-shelfie-goal-text = Дві цілі – для всіх. Хто досягне першим, бере верхній жетон, 8 очок; наступний отримає менше. Одна ціль просить вісім однакових, а у вас шість котів.
lesson-my-shelfie-goal-task = Досягніть цілі й візьміть жетон.
lesson-my-shelfie-goal-done = 8 очок, і їх уже ніхто не забере.
lesson-my-shelfie-goal-no = Так можна, але до жетона бракує двох котів.
lesson-my-shelfie-goal-hint = Двоє котів лежать один над одним унизу посередині.

lesson-my-shelfie-card = Ваша таємна картка
lesson-my-shelfie-card-text = Картка хоче шість речей на шести місцях вашої полиці. Один збіг дає 1 очко, далі 2, 4, 6, 9 і 12 за всі шість. Більше її ніхто не бачить.
lesson-my-shelfie-card-task = Доведіть до трьох збігів.
lesson-my-shelfie-card-done = Три з шести: 4 очки замість 2.
lesson-my-shelfie-card-no = Так можна, але нового збігу з карткою немає.
lesson-my-shelfie-card-hint = Картка хоче гру на третьому місці знизу в стовпчику 2: саме туди впаде наступна плитка.

lesson-my-shelfie-refill = Нові речі
lesson-my-shelfie-refill-text = Якщо після ходу у вітальні лишилося чотири плитки або менше, вони повертаються в торбинку, і всю кімнату заповнюють наново.
lesson-my-shelfie-refill-task = Візьміть стільки, щоб кімнату заповнили.
lesson-my-shelfie-refill-done = Кімната знову повна, і перша вибирає Мія.
lesson-my-shelfie-refill-no = Так можна, але лишиться п’ять плиток. Візьміть дві.
lesson-my-shelfie-refill-hint = Підійдуть будь-які дві плитки, що лежать поруч.

lesson-my-shelfie-last = Останнє коло
lesson-my-shelfie-last-text = Перша повна полиця дає 1 очко, і коло догравають до кінця. Брати можна лише стільки, скільки вміщує стовпчик: тут це дві.
lesson-my-shelfie-last-task = Заповніть полицю.
lesson-my-shelfie-last-done = Повна! Ви починали гру, тож у Мії ще один хід. Потім рахують усе.
lesson-my-shelfie-last-no = Так можна, але одне місце лишиться вільним.
lesson-my-shelfie-last-hint = Візьміть будь-які дві: місце є лише в стовпчику 3.

lesson-my-shelfie-finished = Тепер ви знаєте My Shelfie. Рівень 1 – лагідний перший суперник.
