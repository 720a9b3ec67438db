lesson-nova-luna-solo-aim = Против своего результата
lesson-nova-luna-solo-aim-text = Жетоны и задания вам знакомы. В одиночной игре вы выкладываете 21 диск за две фазы: сначала 8, затем 13. Числа на жетонах складываются, и чем меньше сумма, тем лучше: цель — меньше 100.

lesson-nova-luna-solo-cheap = Считается каждое число
lesson-nova-luna-solo-cheap-text = Шкалы Луны здесь нет. Число на жетоне сразу прибавляется к вашей сумме.
lesson-nova-luna-solo-cheap-task = Выполните задание с одной синей каплей как можно дешевле.
lesson-nova-luna-solo-cheap-done = Один диск за 3.
lesson-nova-luna-solo-cheap-no = Так можно, но ни одного задания это не закрывает.
lesson-nova-luna-solo-cheap-no-dear = Задание закроется, но за { $cost }. Есть синий жетон дешевле.
lesson-nova-luna-solo-cheap-hint = Положите синий 3 рядом с бирюзовым.

lesson-nova-luna-solo-finish = Конец первой фазы
lesson-nova-luna-solo-finish-text = В течение фазы колесо не заполняют. Выложив 8 дисков, первую фазу можно завершить или брать жетоны дальше. Вы свои уже выложили, сумма — 27.
lesson-nova-luna-solo-finish-task = Завершите первую фазу.
lesson-nova-luna-solo-finish-done = 27 — ваша первая сумма. Колесо заполнено, единственный раз за игру.
lesson-nova-luna-solo-finish-no = Так можно, но первая сумма выросла бы до { $sum }.
lesson-nova-luna-solo-finish-hint = Кнопка «{ nl-finish }» — под колесом.

lesson-nova-luna-solo-missing = Невыложенные диски обходятся дорого
lesson-nova-luna-solo-missing-text = Когда колесо пусто, первая фаза завершается сама, и каждый невыложенный диск стоит 10. Здесь выложено 7, а это последний жетон.
lesson-nova-luna-solo-missing-task = Положите его так, чтобы выложить восьмой диск.
lesson-nova-luna-solo-missing-done = Выложены все восемь дисков: это сберегло 10.
lesson-nova-luna-solo-missing-no = Там он ничего не закрывает: не хватило бы одного диска, а к сумме прибавилось бы 10.
lesson-nova-luna-solo-missing-hint = Положите его справа от синего 2, под синим 3.

lesson-nova-luna-solo-second = Вторая фаза
lesson-nova-luna-solo-second-text = Колесо заполнили один раз; что на нём лежало, то и осталось. Для второй суммы снова считаются все жетоны, и из первой фазы тоже. Выложить осталось 13 дисков.

lesson-nova-luna-solo-end = Результат
lesson-nova-luna-solo-end-text = Вторая фаза завершается, когда выложены все диски или колесо пусто. Каждый невыложенный диск снова стоит 10. Обе суммы вместе — ваш результат.
lesson-nova-luna-solo-end-task = Выложите последний диск.
lesson-nova-luna-solo-end-done = Выложены все диски до последнего, а две суммы вместе меньше 100. Отлично!
lesson-nova-luna-solo-end-no = Так можно, но там не выполняется ни одно задание.
lesson-nova-luna-solo-end-hint = Положите жёлтый 4 под бирюзовым 4.

lesson-nova-luna-solo-finished = Теперь вы знаете одиночную игру. Каждый день новая раздача, одинаковая для всех.
