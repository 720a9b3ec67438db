lesson-nova-luna-solo-aim = Против своего результата
lesson-nova-luna-solo-aim-text = Плитки и задания вам знакомы. В одиночку вы выкладываете 21 фишку за две фазы: 8, затем 13. Цены плиток складываются, и чем меньше, тем лучше: цель – меньше 100.

lesson-nova-luna-solo-cheap = Считается каждая цена
lesson-nova-luna-solo-cheap-text = Лунной дорожки здесь нет. Цена плитки сразу прибавляется к вашей сумме.
lesson-nova-luna-solo-cheap-task = Выполните задание с одной синей каплей как можно дешевле.
lesson-nova-luna-solo-cheap-done = Одна фишка за 3.
lesson-nova-luna-solo-cheap-no = Так можно, но ни одного задания это не закрывает.
lesson-nova-luna-solo-cheap-no-dear = Задание закроется, но за { $cost }. Есть синяя плитка дешевле.
lesson-nova-luna-solo-cheap-hint = Положите синюю 3 рядом с бирюзовой.

lesson-nova-luna-solo-finish = Конец первой фазы
lesson-nova-luna-solo-finish-text = В пределах фазы колесо не пополняют. Когда лежат 8 фишек, первую фазу можно завершить или брать дальше. Ваши уже лежат, сумма – 27.
lesson-nova-luna-solo-finish-task = Завершите первую фазу.
lesson-nova-luna-solo-finish-done = 27 – ваша первая сумма. Колесо пополнено, единственный раз за игру.
lesson-nova-luna-solo-finish-no = Так можно, но первая сумма выросла бы до { $sum }.
lesson-nova-luna-solo-finish-hint = Кнопка «{ nl-finish }» – под колесом.

lesson-nova-luna-solo-missing = Нехватка обходится дорого
lesson-nova-luna-solo-missing-text = Когда колесо пусто, первая фаза завершается сама, и каждая недостающая фишка стоит 10. Здесь лежат 7, а это последняя плитка.
lesson-nova-luna-solo-missing-task = Положите её так, чтобы легла восьмая фишка.
lesson-nova-luna-solo-missing-done = Восемь фишек, все на месте: это сберегло 10.
lesson-nova-luna-solo-missing-no = Там она ничего не закрывает: не хватило бы одной фишки, к сумме плюс 10.
lesson-nova-luna-solo-missing-hint = Положите её справа от синей 2, под синей 3.

lesson-nova-luna-solo-second = Вторая фаза
lesson-nova-luna-solo-second-text = Колесо пополнили один раз; что на нём лежало, то и осталось. Для второй суммы снова считаются все плитки, и из первой фазы тоже. Выложить осталось 13 фишек.

lesson-nova-luna-solo-end = Результат
lesson-nova-luna-solo-end-text = Вторая фаза завершается, когда лежит 21 фишка или колесо пусто. Каждая недостающая фишка снова стоит 10. Обе суммы вместе – ваш результат.
lesson-nova-luna-solo-end-task = Выложите последнюю фишку.
lesson-nova-luna-solo-end-done = Все 21 фишка лежат, а две суммы вместе меньше 100. Отлично!
lesson-nova-luna-solo-end-no = Так можно, но там не выполняется ни одно задание.
lesson-nova-luna-solo-end-hint = Положите жёлтую 4 под бирюзовой 4.

lesson-nova-luna-solo-finished = Теперь вы знаете игру для одного. Каждый день новый расклад, одинаковый для всех.
