lesson-nova-luna-solo-aim = Проти власного результату
lesson-nova-luna-solo-aim-text = Тайли й завдання ви вже знаєте. В одиночній грі ви викладаєте 21 жетон за дві фази: спершу 8, потім 13. Числа на тайлах додаються, і що менша сума, то краще: мета — менш ніж 100.

lesson-nova-luna-solo-cheap = Рахується кожне число
lesson-nova-luna-solo-cheap-text = Треку часу тут немає. Число на тайлі одразу додається до вашої суми.
lesson-nova-luna-solo-cheap-task = Виконайте завдання з однією синьою краплею якнайдешевше.
lesson-nova-luna-solo-cheap-done = Один жетон за 3.
lesson-nova-luna-solo-cheap-no = Так можна, але жодного завдання це не закриває.
lesson-nova-luna-solo-cheap-no-dear = Завдання закриється, але за { $cost }. Є дешевший синій тайл.
lesson-nova-luna-solo-cheap-hint = Покладіть синій 3 поруч із бірюзовим.

lesson-nova-luna-solo-finish = Кінець першої фази
lesson-nova-luna-solo-finish-text = Протягом фази Коло не заповнюють. Виклавши 8 жетонів, першу фазу можна завершити або брати тайли далі. Ви свої вже виклали, сума — 27.
lesson-nova-luna-solo-finish-task = Завершіть першу фазу.
lesson-nova-luna-solo-finish-done = 27 — ваша перша сума. Коло заповнено, єдиний раз за гру.
lesson-nova-luna-solo-finish-no = Так можна, але перша сума зросла б до { $sum }.
lesson-nova-luna-solo-finish-hint = Кнопка «{ nl-finish }» — під Місячним Колом.

lesson-nova-luna-solo-missing = Невикладені жетони дорого коштують
lesson-nova-luna-solo-missing-text = Коли Коло порожнє, перша фаза завершується сама, і кожен невикладений жетон коштує 10. Тут викладено 7, а це останній тайл.
lesson-nova-luna-solo-missing-task = Покладіть його так, щоб викласти восьмий жетон.
lesson-nova-luna-solo-missing-done = Викладено всі вісім жетонів: це заощадило 10.
lesson-nova-luna-solo-missing-no = Там він нічого не закриває: бракувало б одного жетона, а до суми додалося б 10.
lesson-nova-luna-solo-missing-hint = Покладіть його праворуч від синього 2, під синім 3.

lesson-nova-luna-solo-second = Друга фаза
lesson-nova-luna-solo-second-text = Коло заповнили один раз; що на ньому лежало, те й лишилося. Для другої суми знову рахуються всі тайли, і з першої фази теж. Викласти лишилося 13 жетонів.

lesson-nova-luna-solo-end = Результат
lesson-nova-luna-solo-end-text = Друга фаза завершується, коли викладено всі жетони або Коло порожнє. Кожен невикладений жетон знову коштує 10. Обидві суми разом — ваш результат.
lesson-nova-luna-solo-end-task = Викладіть останній жетон.
lesson-nova-luna-solo-end-done = Викладено всі жетони до останнього, а дві суми разом менші за 100. Чудово!
lesson-nova-luna-solo-end-no = Так можна, але там не виконується жодне завдання.
lesson-nova-luna-solo-end-hint = Покладіть жовтий 4 під бірюзовим 4.

lesson-nova-luna-solo-finished = Тепер ви знаєте одиночну гру. Щодня є нова роздача, однакова для всіх.
