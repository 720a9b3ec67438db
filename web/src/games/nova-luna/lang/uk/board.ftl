# Плитки й завдання. $colour: r червона, b синя, c бірюзова, y жовта.
nl-tile = { $colour ->
    [r] червона
    [b] синя
    [c] бірюзова
   *[y] жовта
  } { $cost }
nl-tile-taken = { $colour ->
    [r] червону
    [b] синю
    [c] бірюзову
   *[y] жовту
  } { $cost }
nl-task-part = { $count } { $colour ->
    [r] { $count ->
        [one] червона
        [few] червоні
        [many] червоних
       *[other] червоної
      }
    [b] { $count ->
        [one] синя
        [few] сині
        [many] синіх
       *[other] синьої
      }
    [c] { $count ->
        [one] бірюзова
        [few] бірюзові
        [many] бірюзових
       *[other] бірюзової
      }
   *[y] { $count ->
        [one] жовта
        [few] жовті
        [many] жовтих
       *[other] жовтої
      }
  }
nl-task-covered = { $task } (закрите)
nl-task-lit = { $task } (закриється)
nl-tile-tasks = { $tile }, завдання: { $tasks }
nl-tile-bare = { $tile }, без завдань

# Колесо й місячна доріжка.
nl-wheel = Колесо
nl-wheel-label = Колесо, місць: { $slots }; півмісяць на місці { $crescent }
nl-slot = Місце { $slot }: { $tile }
nl-slot-take = Взяти { $tile } з місця { $slot }
nl-crescent = Півмісяць
nl-supply = Запас
nl-supply-count = { $count ->
    [one] { $count } плитка в запасі
    [few] { $count } плитки в запасі
    [many] { $count } плиток у запасі
   *[other] { $count } плитки в запасі
  }
nl-track = Місячна доріжка
nl-track-disc = { $name }: пройдено { $distance ->
    [one] { $distance } поділку
    [few] { $distance } поділки
    [many] { $distance } поділок
   *[other] { $distance } поділки
  }
nl-turn-0 = зараз
nl-turn-1 = далі
nl-turn-2 = потім
nl-turn-3 = тоді
nl-turns = Черговість: { $names }
nl-refill = Поповнити колесо
nl-refill-count = { $count ->
    [one] на ньому { $count } плитка
    [few] на ньому { $count } плитки
    [many] на ньому { $count } плиток
   *[other] на ньому { $count } плитки
  }

# Поля гравців.
nl-area-mine = Ваше поле
nl-area-of = Поле: { $name }
nl-areas-others = Інші гравці
nl-area-empty = Ще немає плиток
nl-discs = { $count ->
    [one] лишилася { $count } фішка
    [few] лишилося { $count } фішки
    [many] лишилося { $count } фішок
   *[other] лишилося { $count } фішки
  }
nl-spent = час: { $count }
nl-enlarge = Збільшити
nl-close = Закрити
nl-zoom-in = Більше
nl-zoom-out = Менше
nl-centre = У центр
nl-put-back = Повернути: { $tile }
nl-place-first = Середина вашого поля
nl-place-beside = Поруч: { $tiles }
nl-place-covers = { $place }. Закриває { $count ->
    [0] нуль завдань
    [one] { $count } завдання
    [few] { $count } завдання
    [many] { $count } завдань
   *[other] { $count } завдання
  }

# Що зробить хід.
nl-choose-tile = { $count ->
    [one] Візьміть плитку за півмісяцем.
    [few] Візьміть одну з { $count } плиток за півмісяцем.
    [many] Візьміть одну з { $count } плиток за півмісяцем.
   *[other] Візьміть одну з { $count } плиток за півмісяцем.
  }
nl-choose-refill = Візьміть плитку або спершу поповніть колесо.
nl-choose-finish = Візьміть ще плитку або завершіть першу фазу.
nl-choose-place = У руці: { $tile }. Виберіть місце на своєму полі.
nl-here = Тут: { $parts }
nl-covers = { $count ->
    [0] нічого не закриває
    [one] закриває { $count } завдання
    [few] закриває { $count } завдання
    [many] закриває { $count } завдань
   *[other] закриває { $count } завдання
  }
nl-spends = { $count ->
    [one] { $count } крок часу
    [few] { $count } кроки часу
    [many] { $count } кроків часу
   *[other] { $count } кроку часу
  }
nl-next = далі ходить { $name }
nl-next-you = ви ходите ще раз
nl-wins = остання фішка: ви перемагаєте
nl-ends = гра закінчується
nl-sum = сума { $sum }
nl-phase-ends = перша фаза закінчується
nl-phase-ends-missing = перша фаза закінчується, { $count ->
    [one] бракує { $count } фішки
    [few] бракує { $count } фішок
    [many] бракує { $count } фішок
   *[other] бракує { $count } фішки
  }
nl-would-refill = Поповнює колесо: { $count ->
    [one] +{ $count } плитка
    [few] +{ $count } плитки
    [many] +{ $count } плиток
   *[other] +{ $count } плитки
  } · потім ви берете одну
nl-would-finish = Завершує першу фазу · перша сума { $sum } · { $count ->
    [one] +{ $count } плитка на колесо
    [few] +{ $count } плитки на колесо
    [many] +{ $count } плиток на колесо
   *[other] +{ $count } плитки на колесо
  }
nl-lay = Викласти тут
nl-finish = Завершити першу фазу

# Що зіграно.
nl-told-take = бере { $tile }
nl-told-covers = { $told }, закриває { $count ->
    [one] { $count } завдання
    [few] { $count } завдання
    [many] { $count } завдань
   *[other] { $count } завдання
  }
nl-told-refill = поповнює колесо: { $count ->
    [one] { $count } плитка
    [few] { $count } плитки
    [many] { $count } плиток
   *[other] { $count } плитки
  }
nl-told-finish = завершує першу фазу, перша сума { $sum }

# Соло.
nl-phase = Фаза { $phase }
nl-solo-sum = Вартість досі
nl-solo-laid = фішок: { $laid } з { $needed }
nl-solo-first = Перша сума
nl-solo-second = Друга сума
nl-solo-running = Друга сума досі
nl-solo-open = ще ні
nl-solo-progress = Викладено фішок: { $laid }. Для першої фази потрібно { $first }, для всієї гри { $all }.

# Підсумок.
nl-scores = Підсумок
nl-scores-place = Місце
nl-scores-player = Гравець
nl-scores-discs = Лишилося фішок
nl-scores-tiles = Плитки
nl-scores-time = Час
nl-scores-won = перемога
nl-scores-tie = Порівну фішок: вище той, чий хід був би раніше.
nl-sheet = Аркуш підрахунку
nl-sheet-costs-first = Вартість після першої фази
nl-sheet-costs-second = Вартість усіх плиток
nl-sheet-missing = { $count ->
    [0] Усі фішки викладено
    [one] Бракує { $count } фішки
    [few] Бракує { $count } фішок
    [many] Бракує { $count } фішок
   *[other] Бракує { $count } фішки
  }
nl-sheet-total = Результат
nl-sheet-under = Менше ніж { $challenge }: чудово. Запас: { $count }.
nl-sheet-over = Мета: менше ніж { $challenge }.
nl-sheet-par = Орієнтир цього розкладу: { $par }
