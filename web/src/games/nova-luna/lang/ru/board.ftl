# Жетоны и задания. $colour: r красный, b синий, c бирюзовый, y жёлтый.
nl-tile = { $colour ->
    [r] красный
    [b] синий
    [c] бирюзовый
   *[y] жёлтый
  } { $cost }
nl-tile-taken = { nl-tile }
nl-task-part = { $count } { $colour ->
    [r] { $count ->
        [one] красный
        [few] красных
        [many] красных
       *[other] красного
      }
    [b] { $count ->
        [one] синий
        [few] синих
        [many] синих
       *[other] синего
      }
    [c] { $count ->
        [one] бирюзовый
        [few] бирюзовых
        [many] бирюзовых
       *[other] бирюзового
      }
   *[y] { $count ->
        [one] жёлтый
        [few] жёлтых
        [many] жёлтых
       *[other] жёлтого
      }
  }
nl-task-covered = { $task } (закрыто)
nl-task-lit = { $task } (закроется)
nl-tile-tasks = { $tile }, задания: { $tasks }
nl-tile-bare = { $tile }, без заданий

# Лунное колесо и шкала Луны.
nl-wheel-label = Лунное колесо, ячеек: { $slots }; полумесяц в ячейке { $crescent }
nl-slot = Ячейка { $slot }: { $tile }
nl-slot-take = Взять { $tile } из ячейки { $slot }
nl-crescent = Полумесяц
nl-supply = Запас
nl-supply-count = { $count ->
    [one] { $count } жетон в запасе
    [few] { $count } жетона в запасе
    [many] { $count } жетонов в запасе
   *[other] { $count } жетона в запасе
  }
nl-track = Шкала Луны
nl-track-disc = { $name }: пройдено { $distance ->
    [one] { $distance } деление
    [few] { $distance } деления
    [many] { $distance } делений
   *[other] { $distance } деления
  }
nl-turns = Очерёдность: { $names }
nl-refill = Заполнить колесо
nl-refill-count = { $count ->
    [one] на нём { $count } жетон
    [few] на нём { $count } жетона
    [many] на нём { $count } жетонов
   *[other] на нём { $count } жетона
  }

# Поля игроков.
nl-area-mine = Ваше поле
nl-area-of = Поле: { $name }
nl-areas-others = Другие игроки
nl-area-empty = Жетонов ещё нет
nl-discs = { $count ->
    [one] остался { $count } диск
    [few] осталось { $count } диска
    [many] осталось { $count } дисков
   *[other] осталось { $count } диска
}
nl-spent = время: { $count }
nl-enlarge = Увеличить
nl-close = Закрыть
nl-zoom-in = Приблизить
nl-zoom-out = Отдалить
nl-centre = По центру
nl-place-first = Середина вашего поля
nl-place-beside = Рядом: { $tiles }
nl-place-covers = { $count ->
    [0] { $place }. Заданий не закрывает
    [one] { $place }. Закрывает { $count } задание
    [few] { $place }. Закрывает { $count } задания
    [many] { $place }. Закрывает { $count } заданий
   *[other] { $place }. Закрывает { $count } задания
  }

# Что сделает ход.
nl-choose-tile = { $count ->
    [one] Возьмите жетон после полумесяца.
    [few] Возьмите один из { $count } жетонов после полумесяца.
    [many] Возьмите один из { $count } жетонов после полумесяца.
   *[other] Возьмите один из { $count } жетонов после полумесяца.
}
nl-choose-refill = Возьмите жетон или сначала заполните колесо.
nl-choose-finish = Возьмите ещё жетон или завершите первую фазу.
nl-choose-place = В руке: { $tile }. Выберите место на своём поле.
nl-here = Здесь: { $parts }
nl-covers = { $count ->
    [0] ничего не закрывает
    [one] закрывает { $count } задание
    [few] закрывает { $count } задания
    [many] закрывает { $count } заданий
   *[other] закрывает { $count } задания
  }
nl-spends = { $count ->
    [one] вперёд на { $count } деление
    [few] вперёд на { $count } деления
    [many] вперёд на { $count } делений
   *[other] вперёд на { $count } деления
}
nl-next = далее ходит { $name }
nl-next-you = вы ходите ещё раз
nl-wins = ваш последний диск: вы побеждаете
nl-ends = игра заканчивается
nl-sum = сумма { $sum }
nl-phase-ends = первая фаза заканчивается
nl-phase-ends-missing = первая фаза заканчивается, { $count ->
    [one] не хватает { $count } диска
    [few] не хватает { $count } дисков
    [many] не хватает { $count } дисков
   *[other] не хватает { $count } диска
  }
nl-would-refill = Заполняет колесо: { $count ->
    [one] +{ $count } жетон
    [few] +{ $count } жетона
    [many] +{ $count } жетонов
   *[other] +{ $count } жетона
  } · затем вы берёте один
nl-would-finish = Завершает первую фазу · первая сумма { $sum } · { $count ->
    [one] +{ $count } жетон на колесо
    [few] +{ $count } жетона на колесо
    [many] +{ $count } жетонов на колесо
   *[other] +{ $count } жетона на колесо
  }
nl-lay = Выложить здесь
nl-finish = Завершить первую фазу

# Что сыграно.
nl-told-take = берёт { $tile }
nl-told-covers = { $told }, закрывает { $count ->
    [one] { $count } задание
    [few] { $count } задания
    [many] { $count } заданий
   *[other] { $count } задания
  }
nl-told-refill = заполняет колесо: { $count ->
    [one] { $count } жетон
    [few] { $count } жетона
    [many] { $count } жетонов
   *[other] { $count } жетона
  }
nl-told-finish = завершает первую фазу, первая сумма { $sum }

# Соло.
nl-phase = Фаза { $phase }
nl-solo-sum = Текущая сумма
nl-solo-laid = дисков: { $laid } из { $needed }
nl-solo-first = Первая сумма
nl-solo-second = Вторая сумма
nl-solo-running = Текущая вторая сумма
nl-solo-open = ещё нет

# Итог.
nl-scores = Итог
nl-scores-place = Место
nl-scores-player = Игрок
nl-scores-discs = Осталось дисков
nl-scores-tiles = Жетоны
nl-scores-time = Время
nl-scores-won = победа
nl-scores-tie = Дисков поровну: выше тот, кто ходил бы раньше.
nl-sheet = Лист подсчёта
nl-sheet-costs-first = Сумма после первой фазы
nl-sheet-costs-second = Сумма всех жетонов
nl-sheet-missing = { $count ->
    [0] Выложены все диски
    [one] Не хватает { $count } диска
    [few] Не хватает { $count } дисков
    [many] Не хватает { $count } дисков
   *[other] Не хватает { $count } диска
  }
nl-sheet-total = Результат
nl-sheet-under = Меньше { $challenge }: отлично. Запас: { $count }.
nl-sheet-over = Цель: меньше { $challenge }.
nl-sheet-par = Ориентир этой раздачи: { $par }
nl-near = { $count ->
    [0] нет заданий, которым не хватает лишь одного жетона
    [one] { $count } заданию не хватает лишь одного жетона
    [few] { $count } заданиям не хватает лишь одного жетона
    [many] { $count } заданиям не хватает лишь одного жетона
   *[other] { $count } задания не хватает лишь одного жетона
  }
nl-decided-missing = За невыложенные диски добавлено { $points }.
nl-ended-seat = { $name }: { $tasks ->
    [one] { $tasks } закрытое задание
    [few] { $tasks } закрытых задания
    [many] { $tasks } закрытых заданий
   *[other] { $tasks } закрытого задания
  }, { $tiles ->
    [one] { $tiles } жетон
    [few] { $tiles } жетона
    [many] { $tiles } жетонов
   *[other] { $tiles } жетона
  }.
nl-over-mark = { $count ->
    [0] До цели «меньше { $challenge }» не хватило совсем немного.
   *[other] Больше цели { $challenge } на { $count }.
  }
nl-advice-tiles = В следующий раз: дешёвые жетоны дают больше ходов. Выложено жетонов: { $name } — { $more }, вы — { $tiles }.
nl-advice-tasks = В следующий раз: ищите места, где закрываются сразу два задания.
nl-advice-solo = В следующий раз: сначала дешёвые жетоны. Первая фаза считается дважды.
