lesson-polyssimo-aim = Втисните всё
lesson-polyssimo-aim-text = Есть 24 детали, вместе 132 клетки — ровно столько, сколько на поле. Почти никогда не помещаются все. Побеждает тот, у кого останется меньше всего клеток.

lesson-polyssimo-draft = Выбор деталей
lesson-polyssimo-draft-text = Сначала детали разбирают по одной по часовой стрелке. У цветных пять клеток. У тёмных шесть, и пристроить их труднее.
lesson-polyssimo-draft-task = Возьмите цветную деталь.
lesson-polyssimo-draft-done = Она ваша. Выбор идёт, пока есть детали.
lesson-polyssimo-draft-no = Так тоже можно, но шесть клеток трудно пристроить. Начните с цветной.
lesson-polyssimo-draft-hint = Компактные, такие как { pc-name-P }, помещаются почти везде.

lesson-polyssimo-order = В обратную сторону
lesson-polyssimo-order-text = Кто взял последнюю деталь, кладёт первым, а ходят теперь против часовой стрелки. Здесь это вы, так что начинаете. Дальше Лео, потом Мия.

lesson-polyssimo-place = Размещение
lesson-polyssimo-place-text = Положите одну из своих деталей на свободные клетки. Перетащите её или нажмите на деталь, а затем на поле; стрелки тоже её двигают. Пока хоть одна помещается, класть нужно.
lesson-polyssimo-place-task = Положите любую свою деталь.
lesson-polyssimo-place-done = Там она и останется. Каждую положенную деталь уже не считают.
lesson-polyssimo-place-hint = Нажмите на деталь, а затем «{ pc-next-place }» или N: она перейдёт туда, где помещается.

lesson-polyssimo-turn = Поворот
lesson-polyssimo-turn-text = Детали можно поворачивать. Ваш { pc-name-I } лежит горизонтально, а помещается только вертикально.
lesson-polyssimo-turn-task = Поверните { pc-name-I } и положите его.
lesson-polyssimo-turn-done = Вертикально — поместился.
lesson-polyssimo-turn-no = Эта тоже помещается, но попробуйте положить { pc-name-I }.
lesson-polyssimo-turn-hint = «{ pc-turn }» или R поворачивает деталь. Место есть слева от середины.

lesson-polyssimo-flip = Переворот
lesson-polyssimo-flip-text = Детали можно и переворачивать, как в зеркале. Из ваших помещается только { pc-name-Z }, и только перевёрнутый.
lesson-polyssimo-flip-task = Переверните { pc-name-Z } и положите его.
lesson-polyssimo-flip-done = Отражённый, он поместился точно.
lesson-polyssimo-flip-hint = «{ pc-flip }» или F переворачивает деталь. Её место вверху слева.

lesson-polyssimo-block = Вне игры
lesson-polyssimo-block-text = У кого ни одна деталь не помещается, тот вне игры, а другие играют дальше. Свободных клеток здесь хватит на две ваши детали или на одну деталь Мии.
lesson-polyssimo-block-task = Выведите Мию из игры, но оставьте место себе.
lesson-polyssimo-block-done = Мия вне игры с 10 клетками. Дальше играете только вы.
lesson-polyssimo-block-no = Мия была бы вне игры, но и вы тоже: у вас 11 клеток против её 10.
lesson-polyssimo-block-hint = Если повернуть { pc-name-Z }, он поместится в промежуток внизу посередине.

lesson-polyssimo-count = Итог
lesson-polyssimo-count-text = Игра окончена, когда никто не может класть. У Мии осталось 10 клеток, у вас 11. Если поровну, выше тот, кто клал последним.
lesson-polyssimo-count-task = Положите то, что ещё помещается.
lesson-polyssimo-count-done = У вас 6 клеток против 10 у Мии: вы победили.
lesson-polyssimo-count-hint = Если повернуть { pc-name-T }, он поместится внизу слева.

lesson-polyssimo-finished = Теперь вы знаете Polyssimo Challenge. Уровень 1 — мягкий первый соперник.
