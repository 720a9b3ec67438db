# Тайли й завдання. $colour: r червоний, b синій, c бірюзовий, y жовтий.
nl-tile = { $colour ->
    [r] червоний
    [b] синій
    [c] бірюзовий
   *[y] жовтий
  } { $cost }
nl-tile-taken = { nl-tile }
nl-task-part = { $count } { $colour ->
    [r] { $count ->
        [one] червоний
        [few] червоні
        [many] червоних
       *[other] червоного
      }
    [b] { $count ->
        [one] синій
        [few] сині
        [many] синіх
       *[other] синього
      }
    [c] { $count ->
        [one] бірюзовий
        [few] бірюзові
        [many] бірюзових
       *[other] бірюзового
      }
   *[y] { $count ->
        [one] жовтий
        [few] жовті
        [many] жовтих
       *[other] жовтого
      }
  }
nl-task-covered = { $task } (закрите)
nl-task-lit = { $task } (закриється)
nl-tile-tasks = { $tile }, завдання: { $tasks }
nl-tile-bare = { $tile }, без завдань

# Місячне Коло й трек часу.
nl-wheel-label = Місячне Коло, виїмок: { $slots }; півмісяць у виїмці { $crescent }
nl-slot = Виїмка { $slot }: { $tile }
nl-slot-take = Взяти { $tile } з виїмки { $slot }
nl-crescent = Півмісяць
nl-supply = Запас
nl-supply-count = { $count ->
    [one] { $count } тайл у запасі
    [few] { $count } тайли в запасі
    [many] { $count } тайлів у запасі
   *[other] { $count } тайла в запасі
  }
nl-track = Трек часу
nl-track-disc = { $name }: пройдено { $distance ->
    [one] { $distance } ділянку
    [few] { $distance } ділянки
    [many] { $distance } ділянок
   *[other] { $distance } ділянки
  }
nl-turns = Черговість: { $names }
nl-refill = Заповнити Коло
nl-refill-count = { $count ->
    [one] на ньому { $count } тайл
    [few] на ньому { $count } тайли
    [many] на ньому { $count } тайлів
   *[other] на ньому { $count } тайла
  }

# Ігрові зони.
nl-area-mine = Ваша ігрова зона
nl-area-of = Ігрова зона: { $name }
nl-areas-others = Інші гравці
nl-area-empty = Тайлів ще немає
nl-discs = { $count ->
    [one] лишився { $count } жетон
    [few] лишилося { $count } жетони
    [many] лишилося { $count } жетонів
   *[other] лишилося { $count } жетона
}
nl-spent = час: { $count }
nl-enlarge = Збільшити
nl-close = Закрити
nl-zoom-in = Наблизити
nl-zoom-out = Віддалити
nl-centre = По центру
nl-place-first = Середина вашої ігрової зони
nl-place-beside = Поруч: { $tiles }
nl-place-covers = { $count ->
    [0] { $place }. Завдань не закриває
    [one] { $place }. Закриває { $count } завдання
    [few] { $place }. Закриває { $count } завдання
    [many] { $place }. Закриває { $count } завдань
   *[other] { $place }. Закриває { $count } завдання
  }

# Що зробить хід.
nl-choose-tile = { $count ->
    [one] Візьміть тайл після півмісяця.
    [few] Візьміть один із { $count } тайлів після півмісяця.
    [many] Візьміть один із { $count } тайлів після півмісяця.
   *[other] Візьміть один із { $count } тайлів після півмісяця.
}
nl-choose-refill = Візьміть тайл або спершу заповніть Коло.
nl-choose-finish = Візьміть ще тайл або завершіть першу фазу.
nl-choose-place = У руці: { $tile }. Виберіть місце у своїй ігровій зоні.
nl-here = Тут: { $parts }
nl-covers = { $count ->
    [0] нічого не закриває
    [one] закриває { $count } завдання
    [few] закриває { $count } завдання
    [many] закриває { $count } завдань
   *[other] закриває { $count } завдання
  }
nl-spends = { $count ->
    [one] коштує { $count } очко часу
    [few] коштує { $count } очки часу
    [many] коштує { $count } очок часу
   *[other] коштує { $count } очка часу
  }
nl-next = далі ходить { $name }
nl-next-you = ви ходите ще раз
nl-wins = ваш останній жетон: ви перемагаєте
nl-ends = гра закінчується
nl-sum = сума { $sum }
nl-phase-ends = перша фаза закінчується
nl-phase-ends-missing = перша фаза закінчується, { $count ->
    [one] бракує { $count } жетона
    [few] бракує { $count } жетонів
    [many] бракує { $count } жетонів
   *[other] бракує { $count } жетона
  }
nl-would-refill = Заповнює Коло: { $count ->
    [one] +{ $count } тайл
    [few] +{ $count } тайли
    [many] +{ $count } тайлів
   *[other] +{ $count } тайла
  } · потім ви берете один
nl-would-finish = Завершує першу фазу · перша сума { $sum } · { $count ->
    [one] +{ $count } тайл на Коло
    [few] +{ $count } тайли на Коло
    [many] +{ $count } тайлів на Коло
   *[other] +{ $count } тайла на Коло
  }
nl-lay = Викласти тут
nl-finish = Завершити першу фазу

# Що зіграно.
nl-told-take = бере { $tile }
nl-told-covers = { $told }, закриває { $count ->
    [one] { $count } завдання
    [few] { $count } завдання
    [many] { $count } завдань
   *[other] { $count } завдання
  }
nl-told-refill = заповнює Коло: { $count ->
    [one] { $count } тайл
    [few] { $count } тайли
    [many] { $count } тайлів
   *[other] { $count } тайла
  }
nl-told-finish = завершує першу фазу, перша сума { $sum }

# Соло.
nl-phase = Фаза { $phase }
nl-solo-sum = Поточна сума
nl-solo-laid = жетонів: { $laid } з { $needed }
nl-solo-first = Перша сума
nl-solo-second = Друга сума
nl-solo-running = Поточна друга сума
nl-solo-open = ще немає

# Підсумок.
nl-scores = Підсумок
nl-scores-place = Місце
nl-scores-player = Гравець
nl-scores-discs = Лишилося жетонів
nl-scores-tiles = Тайли
nl-scores-time = Час
nl-scores-won = перемога
nl-scores-tie = Жетонів порівну: вище той, хто ходив би раніше.
nl-sheet = Аркуш підрахунку
nl-sheet-costs-first = Сума після першої фази
nl-sheet-costs-second = Сума всіх тайлів
nl-sheet-missing = { $count ->
    [0] Викладено всі жетони
    [one] Бракує { $count } жетона
    [few] Бракує { $count } жетонів
    [many] Бракує { $count } жетонів
   *[other] Бракує { $count } жетона
  }
nl-sheet-total = Результат
nl-sheet-under = Менше ніж { $challenge }: чудово. Запас: { $count }.
nl-sheet-over = Мета: менше ніж { $challenge }.
nl-sheet-par = Орієнтир цієї роздачі: { $par }
nl-near = { $count ->
    [0] немає завдань, яким бракує лише одного тайла
    [one] { $count } завданню бракує лише одного тайла
    [few] { $count } завданням бракує лише одного тайла
    [many] { $count } завданням бракує лише одного тайла
   *[other] { $count } завдання бракує лише одного тайла
  }
nl-decided-missing = За невикладені жетони додано { $points }.
nl-ended-seat = { $name }: { $tasks ->
    [one] { $tasks } закрите завдання
    [few] { $tasks } закриті завдання
    [many] { $tasks } закритих завдань
   *[other] { $tasks } закритого завдання
  }, { $tiles ->
    [one] { $tiles } тайл
    [few] { $tiles } тайли
    [many] { $tiles } тайлів
   *[other] { $tiles } тайла
  }.
nl-over-mark = { $count ->
    [0] До мети «менше ніж { $challenge }» забракло зовсім трохи.
   *[other] Більше за мету { $challenge } на { $count }.
}
nl-advice-tiles = Наступного разу: дешевші тайли дають більше ходів. Викладено тайлів: { $name } — { $more }, ви — { $tiles }.
nl-advice-tasks = Наступного разу: шукайте місця, де закриваються одразу два завдання.
nl-advice-solo = Наступного разу: спершу дешеві тайли. Перша фаза рахується двічі.
