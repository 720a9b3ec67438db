lesson-my-shelfie-aim = Заполните полку
lesson-my-shelfie-aim-text = Предметы из гостиной идут на вашу полку: пять столбцов по шесть мест. Очки дают группы одного вида, общие цели и ваша секретная личная цель. Первая полная полка завершает игру.

lesson-my-shelfie-take = Взять линию
lesson-my-shelfie-take-text = За ход берут одну, две или три плитки подряд на прямой. У каждой должна быть свободная сторона, к которой не прилегает другая плитка.
lesson-my-shelfie-take-task = Возьмите две плитки и поставьте в столбец.
lesson-my-shelfie-take-done = Они упали на дно. Плитка всегда падает как можно ниже.
lesson-my-shelfie-take-no = Так тоже можно, но в этот раз возьмите две.
lesson-my-shelfie-take-hint = Две плитки в верхнем ряду лежат рядом.

lesson-my-shelfie-line = Три сразу
lesson-my-shelfie-line-text = Чем больше плиток взято, тем больше свободных сторон. Три одинаковые за ход — хорошая добыча.
lesson-my-shelfie-line-task = Возьмите три книги.
lesson-my-shelfie-line-done = Три книги друг на друге: группа из трёх, 2 очка.
lesson-my-shelfie-line-no = Так можно, но три книги были бы лучше.
lesson-my-shelfie-line-hint = Выберите три книги в верхнем ряду, затем столбец.

lesson-my-shelfie-order = В каком порядке
lesson-my-shelfie-order-text = Все плитки хода идут в один столбец, а порядок выбираете вы: первая встаёт ниже всех.
lesson-my-shelfie-order-task = Возьмите кота и рамку так, чтобы кот встал рядом с двумя вашими котами.
lesson-my-shelfie-order-done = Три кота, соединённые сторонами: 2 очка.
lesson-my-shelfie-order-no = Так можно, но в этот раз возьмите кота и рамку рядом с ним.
lesson-my-shelfie-order-no-turned = Здесь рамка стоит под котом. Кот должен идти первым.
lesson-my-shelfie-order-no-column = Порядок верный, но в этом столбце кот не рядом с вашими котами.
lesson-my-shelfie-order-hint = Сначала кот, потом рамка, в столбец 3.

lesson-my-shelfie-group = Группы
lesson-my-shelfie-group-text = В конце плитки одного вида, соединённые сторонами, дают очки как группа: три — 2 очка, четыре — 3, пять — 5, шесть и больше — 8.
lesson-my-shelfie-group-task = Сделайте из своих трёх рамок группу из шести.
lesson-my-shelfie-group-done = От 2 очков до 8 за один ход.
lesson-my-shelfie-group-no = Так можно, но с тремя рамками из гостиной в вашей группе было бы шесть.
lesson-my-shelfie-group-no-apart = Плитки верные, но в этом столбце они не касаются ваших рамок.
lesson-my-shelfie-group-hint = Поставьте три рамки на свои, в столбец 4.

lesson-my-shelfie-goal = Общие цели
lesson-my-shelfie-goal-text = Две цели общие для всех. Кто выполнит первым, берёт верхний жетон, 8 очков; следующий получит меньше. Одна цель требует восьми одинаковых, а у вас шесть котов.
lesson-my-shelfie-goal-task = Выполните цель и возьмите жетон.
lesson-my-shelfie-goal-done = 8 очков, и их уже никто не отнимет.
lesson-my-shelfie-goal-no = Так можно, но до жетона не хватает двух котов.
lesson-my-shelfie-goal-hint = Два кота лежат один над другим внизу посередине.

lesson-my-shelfie-card = Ваша личная цель
lesson-my-shelfie-card-text = На карте шесть предметов на шести местах полки. Одно совпадение даёт 1 очко, дальше 2, 4, 6, 9 и 12 за все шесть. Больше её никто не видит.
lesson-my-shelfie-card-task = Доведите до трёх совпадений.
lesson-my-shelfie-card-done = Три из шести: 4 очка вместо 2.
lesson-my-shelfie-card-no = Так можно, но нового совпадения с картой нет.
lesson-my-shelfie-card-hint = На карте игра на третьем месте снизу в столбце 2: именно туда упадёт следующая плитка.

lesson-my-shelfie-refill = Новые предметы
lesson-my-shelfie-refill-text = Если после хода в гостиной осталось четыре плитки или меньше, они возвращаются в мешок, и всю гостиную заполняют заново.
lesson-my-shelfie-refill-task = Возьмите столько, чтобы гостиную заполнили.
lesson-my-shelfie-refill-done = Гостиная снова полна, и первой выбирает Мия.
lesson-my-shelfie-refill-no = Так можно, но останется пять плиток. Возьмите две.
lesson-my-shelfie-refill-hint = Подойдут любые две плитки, лежащие рядом.

lesson-my-shelfie-last = Последний раунд
lesson-my-shelfie-last-text = Первая полная полка даёт 1 очко, и раунд доигрывают до конца. Брать можно лишь столько, сколько помещается в столбец: здесь это две.
lesson-my-shelfie-last-task = Заполните полку.
lesson-my-shelfie-last-done = Полка полна! Вы начинали игру, так что у Мии ещё один ход. Потом всё подсчитывают.
lesson-my-shelfie-last-no = Так можно, но одно место останется свободным.
lesson-my-shelfie-last-hint = Возьмите любые две: место есть только в столбце 3.

lesson-my-shelfie-finished = Теперь вы знаете My Shelfie. Уровень 1 — мягкий первый соперник.
