lesson-polyssimo-aim = Втисните всё
lesson-polyssimo-aim-text = Есть 24 фигуры, вместе 132 клетки – ровно столько, сколько на поле. Почти никогда не встают все. Побеждает тот, у кого останется меньше всего клеток.

lesson-polyssimo-draft = Выбор фигур
lesson-polyssimo-draft-text = Сначала фигуры разбирают по одной по часовой стрелке. У цветных пять клеток. У полосатых шесть, и пристроить их труднее.
lesson-polyssimo-draft-task = Возьмите цветную фигуру.
lesson-polyssimo-draft-done = Она ваша. Выбор идёт, пока есть фигуры.
lesson-polyssimo-draft-no = Так тоже можно, но шесть клеток трудно пристроить. Начните с цветной.
lesson-polyssimo-draft-hint = Компактные, такие как P, встают почти везде.

lesson-polyssimo-order = В обратную сторону
lesson-polyssimo-order-text = Кто взял последнюю фигуру, кладёт первым, а ходят теперь против часовой стрелки. Здесь это вы, так что начинаете. Дальше Лео, потом Мия.

lesson-polyssimo-place = Кладём
lesson-polyssimo-place-text = Положите одну из своих фигур на свободные клетки. Перетащите её или нажмите на фигуру, а затем на поле; стрелки тоже её двигают. Пока какая-то встаёт, класть нужно.
lesson-polyssimo-place-task = Положите любую свою фигуру.
lesson-polyssimo-place-done = Там она и останется. Каждую положенную фигуру уже не считают.
lesson-polyssimo-place-hint = Нажмите на фигуру, а затем «{ pc-next-place }» или N: она встанет туда, где есть место.

lesson-polyssimo-turn = Поворот
lesson-polyssimo-turn-text = Фигуры можно поворачивать. Ваша прямая I лежит, а место для неё есть только стоя.
lesson-polyssimo-turn-task = Поверните I и положите её.
lesson-polyssimo-turn-done = Стоя – встала.
lesson-polyssimo-turn-no = Эта тоже встаёт, но попробуйте с I.
lesson-polyssimo-turn-hint = «{ pc-turn }» или R поворачивает её. Место есть слева от середины.

lesson-polyssimo-flip = Переворот
lesson-polyssimo-flip-text = Фигуры можно и переворачивать, как в зеркале. Из ваших встаёт только Z, и только перевёрнутая.
lesson-polyssimo-flip-task = Переверните Z и положите её.
lesson-polyssimo-flip-done = Отражённая, она встаёт точно.
lesson-polyssimo-flip-hint = «{ pc-flip }» или F переворачивает её. Её место вверху слева.

lesson-polyssimo-block = Вне игры
lesson-polyssimo-block-text = У кого ни одна фигура не встаёт, тот вне игры, а другие играют дальше. Свободных клеток здесь хватит на две ваши фигуры или на одну фигуру Мии.
lesson-polyssimo-block-task = Выведите Мию из игры, но оставьте место себе.
lesson-polyssimo-block-done = Мия вне игры с 10 клетками. Дальше играете только вы.
lesson-polyssimo-block-no = Мия была бы вне игры, но и вы тоже: у вас 11 клеток против её 10.
lesson-polyssimo-block-hint = Z, если её повернуть, встаёт в промежуток внизу посередине.

lesson-polyssimo-count = Подсчёт
lesson-polyssimo-count-text = Игра окончена, когда никто не может класть. У Мии осталось 10 клеток, у вас 11. Если поровну, выше тот, кто клал последним.
lesson-polyssimo-count-task = Положите то, что ещё встаёт.
lesson-polyssimo-count-done = У вас 6 клеток против 10 у Мии: вы победили.
lesson-polyssimo-count-hint = T, если её повернуть, встаёт внизу слева.

lesson-polyssimo-finished = Теперь вы знаете Polyssimo Challenge. Уровень 1 – мягкий первый соперник.
