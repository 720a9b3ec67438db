# Плитки и задания. $colour: r красная, b синяя, c бирюзовая, y жёлтая.
nl-tile = { $colour ->
    [r] красная
    [b] синяя
    [c] бирюзовая
   *[y] жёлтая
  } { $cost }
nl-tile-taken = { $colour ->
    [r] красную
    [b] синюю
    [c] бирюзовую
   *[y] жёлтую
  } { $cost }
nl-task-part = { $count } { $colour ->
    [r] { $count ->
        [one] красная
        [few] красные
        [many] красных
       *[other] красной
      }
    [b] { $count ->
        [one] синяя
        [few] синие
        [many] синих
       *[other] синей
      }
    [c] { $count ->
        [one] бирюзовая
        [few] бирюзовые
        [many] бирюзовых
       *[other] бирюзовой
      }
   *[y] { $count ->
        [one] жёлтая
        [few] жёлтые
        [many] жёлтых
       *[other] жёлтой
      }
  }
nl-task-covered = { $task } (закрыто)
nl-task-lit = { $task } (закроется)
nl-tile-tasks = { $tile }, задания: { $tasks }
nl-tile-bare = { $tile }, без заданий

# Колесо и лунная дорожка.
nl-wheel = Колесо
nl-wheel-label = Колесо, мест: { $slots }; полумесяц на месте { $crescent }
nl-slot = Место { $slot }: { $tile }
nl-slot-take = Взять { $tile } с места { $slot }
nl-crescent = Полумесяц
nl-supply = Запас
nl-supply-count = { $count ->
    [one] { $count } плитка в запасе
    [few] { $count } плитки в запасе
    [many] { $count } плиток в запасе
   *[other] { $count } плитки в запасе
  }
nl-track = Лунная дорожка
nl-track-disc = { $name }: пройдено { $distance ->
    [one] { $distance } деление
    [few] { $distance } деления
    [many] { $distance } делений
   *[other] { $distance } деления
  }
nl-turn-0 = сейчас
nl-turn-1 = далее
nl-turn-2 = потом
nl-turn-3 = затем
nl-turns = Очерёдность: { $names }
nl-refill = Пополнить колесо
nl-refill-count = { $count ->
    [one] на нём { $count } плитка
    [few] на нём { $count } плитки
    [many] на нём { $count } плиток
   *[other] на нём { $count } плитки
  }

# Поля игроков.
nl-area-mine = Ваше поле
nl-area-of = Поле: { $name }
nl-areas-others = Другие игроки
nl-area-empty = Плиток ещё нет
nl-discs = { $count ->
    [one] осталась { $count } фишка
    [few] осталось { $count } фишки
    [many] осталось { $count } фишек
   *[other] осталось { $count } фишки
  }
nl-spent = время: { $count }
nl-enlarge = Увеличить
nl-close = Закрыть
nl-zoom-in = Крупнее
nl-zoom-out = Мельче
nl-centre = В центр
nl-put-back = Вернуть: { $tile }
nl-place-first = Середина вашего поля
nl-place-beside = Рядом: { $tiles }
nl-place-covers = { $place }. Закрывает { $count ->
    [0] ноль заданий
    [one] { $count } задание
    [few] { $count } задания
    [many] { $count } заданий
   *[other] { $count } задания
  }

# Что сделает ход.
nl-choose-tile = { $count ->
    [one] Возьмите плитку за полумесяцем.
    [few] Возьмите одну из { $count } плиток за полумесяцем.
    [many] Возьмите одну из { $count } плиток за полумесяцем.
   *[other] Возьмите одну из { $count } плиток за полумесяцем.
  }
nl-choose-refill = Возьмите плитку или сначала пополните колесо.
nl-choose-finish = Возьмите ещё плитку или завершите первую фазу.
nl-choose-place = В руке: { $tile }. Выберите место на своём поле.
nl-here = Здесь: { $parts }
nl-covers = { $count ->
    [0] ничего не закрывает
    [one] закрывает { $count } задание
    [few] закрывает { $count } задания
    [many] закрывает { $count } заданий
   *[other] закрывает { $count } задания
  }
nl-spends = { $count ->
    [one] { $count } шаг времени
    [few] { $count } шага времени
    [many] { $count } шагов времени
   *[other] { $count } шага времени
  }
nl-next = далее ходит { $name }
nl-next-you = вы ходите ещё раз
nl-wins = последняя фишка: вы победили
nl-ends = игра заканчивается
nl-sum = сумма { $sum }
nl-phase-ends = первая фаза заканчивается
nl-phase-ends-missing = первая фаза заканчивается, { $count ->
    [one] не хватает { $count } фишки
    [few] не хватает { $count } фишек
    [many] не хватает { $count } фишек
   *[other] не хватает { $count } фишки
  }
nl-would-refill = Пополняет колесо: { $count ->
    [one] +{ $count } плитка
    [few] +{ $count } плитки
    [many] +{ $count } плиток
   *[other] +{ $count } плитки
  } · затем вы берёте одну
nl-would-finish = Завершает первую фазу · первая сумма { $sum } · { $count ->
    [one] +{ $count } плитка на колесо
    [few] +{ $count } плитки на колесо
    [many] +{ $count } плиток на колесо
   *[other] +{ $count } плитки на колесо
  }
nl-lay = Выложить здесь
nl-finish = Завершить первую фазу

# Что сыграно.
nl-told-take = берёт { $tile }
nl-told-covers = { $told }, закрывает { $count ->
    [one] { $count } задание
    [few] { $count } задания
    [many] { $count } заданий
   *[other] { $count } задания
  }
nl-told-refill = пополняет колесо: { $count ->
    [one] { $count } плитка
    [few] { $count } плитки
    [many] { $count } плиток
   *[other] { $count } плитки
  }
nl-told-finish = завершает первую фазу, первая сумма { $sum }

# Соло.
nl-phase = Фаза { $phase }
nl-solo-sum = Стоимость пока
nl-solo-laid = фишек: { $laid } из { $needed }
nl-solo-first = Первая сумма
nl-solo-second = Вторая сумма
nl-solo-running = Вторая сумма пока
nl-solo-open = ещё нет
nl-solo-progress = Выложено фишек: { $laid }. Для первой фазы нужно { $first }, для всей игры { $all }.

# Итог.
nl-scores = Итог
nl-scores-place = Место
nl-scores-player = Игрок
nl-scores-discs = Осталось фишек
nl-scores-tiles = Плитки
nl-scores-time = Время
nl-scores-won = победа
nl-scores-tie = Фишек поровну: выше тот, чей ход был бы раньше.
nl-sheet = Лист подсчёта
nl-sheet-costs-first = Стоимость после первой фазы
nl-sheet-costs-second = Стоимость всех плиток
nl-sheet-missing = { $count ->
    [0] Все фишки выложены
    [one] Не хватает { $count } фишки
    [few] Не хватает { $count } фишек
    [many] Не хватает { $count } фишек
   *[other] Не хватает { $count } фишки
  }
nl-sheet-total = Результат
nl-sheet-under = Меньше { $challenge }: отлично. Запас: { $count }.
nl-sheet-over = Цель: меньше { $challenge }.
nl-sheet-par = Ориентир этого расклада: { $par }
