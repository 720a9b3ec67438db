lesson-nova-luna-solo-aim = Проти власного результату
lesson-nova-luna-solo-aim-text = Плитки й завдання ви вже знаєте. Самі ви викладаєте 21 фішку за дві фази: 8, потім 13. Ціни плиток додаються, і що менше, то краще: мета – менш ніж 100.

lesson-nova-luna-solo-cheap = Рахується кожна ціна
lesson-nova-luna-solo-cheap-text = Місячної доріжки тут немає. Ціна плитки одразу додається до вашої суми.
lesson-nova-luna-solo-cheap-task = Виконайте завдання з однією синьою краплею якнайдешевше.
lesson-nova-luna-solo-cheap-done = Одна фішка за 3.
lesson-nova-luna-solo-cheap-no = Так можна, але жодного завдання це не закриває.
lesson-nova-luna-solo-cheap-no-dear = Завдання закриється, але за { $cost }. Є дешевша синя плитка.
lesson-nova-luna-solo-cheap-hint = Покладіть синю 3 поруч із бірюзовою.

lesson-nova-luna-solo-finish = Кінець першої фази
lesson-nova-luna-solo-finish-text = У межах фази колесо не поповнюють. Коли лежать 8 фішок, першу фазу можна завершити або брати далі. Ваші вже лежать, сума – 27.
lesson-nova-luna-solo-finish-task = Завершіть першу фазу.
lesson-nova-luna-solo-finish-done = 27 – ваша перша сума. Колесо поповнено, єдиний раз за гру.
lesson-nova-luna-solo-finish-no = Так можна, але перша сума зросла б до { $sum }.
lesson-nova-luna-solo-finish-hint = Кнопка «{ nl-finish }» – під колесом.

lesson-nova-luna-solo-missing = Бракує – отже, дорого
lesson-nova-luna-solo-missing-text = Коли колесо порожнє, перша фаза завершується сама, і кожна фішка, якої бракує, коштує 10. Тут лежать 7, а це остання плитка.
lesson-nova-luna-solo-missing-task = Покладіть її так, щоб лягла восьма фішка.
lesson-nova-luna-solo-missing-done = Вісім фішок, усі на місці: це заощадило 10.
lesson-nova-luna-solo-missing-no = Там вона нічого не закриває: бракувало б однієї фішки, до суми плюс 10.
lesson-nova-luna-solo-missing-hint = Покладіть її праворуч від синьої 2, під синьою 3.

lesson-nova-luna-solo-second = Друга фаза
lesson-nova-luna-solo-second-text = Колесо поповнили один раз; що на ньому лежало, те й лишилося. Для другої суми рахуються знову всі плитки, і з першої фази теж. Викласти лишилося 13 фішок.

lesson-nova-luna-solo-end = Результат
lesson-nova-luna-solo-end-text = Друга фаза завершується, коли лежить 21 фішка або колесо порожнє. Кожна фішка, якої бракує, знову коштує 10. Обидві суми разом – ваш результат.
lesson-nova-luna-solo-end-task = Викладіть останню фішку.
lesson-nova-luna-solo-end-done = Усі 21 фішка лежать, а дві суми разом менші за 100. Чудово!
lesson-nova-luna-solo-end-no = Так можна, але там не виконується жодне завдання.
lesson-nova-luna-solo-end-hint = Покладіть жовту 4 під бірюзовою 4.

lesson-nova-luna-solo-finished = Тепер ви знаєте гру для одного. Щодня є новий розклад, однаковий для всіх.
