# Items
ms-item-C = котик
ms-item-B = книжка
ms-item-G = гра
ms-item-F = рамка
ms-item-T = кубок
ms-item-P = рослина
ms-order-1 = { $first }
ms-order-2 = { $first }, потім { $second }
ms-order-3 = { $first }, потім { $second }, потім { $third }
ms-group = { $type ->
    [C] група з { $count } котиків
    [B] група з { $count } книжок
    [G] група з { $count } ігор
    [F] група з { $count } рамок
    [T] група з { $count } кубків
   *[P] група з { $count } рослин
  }: { $points ->
    [one] { $points } очко
    [few] { $points } очки
    [many] { $points } очок
   *[other] { $points } очка
  }

# The living room
ms-room = Вітальня
ms-tile = { $item }, { $cell }
ms-tile-chosen = { $item }, { $cell }, ставиться під номером { $number }
ms-tile-locked = { $item }, { $cell }, зараз узяти не можна
ms-bag = У мішечку: { $count }
ms-last-round = Останній раунд:
ms-turns-left = { $count ->
    [one] лишився { $count } хід
    [few] лишилося { $count } ходи
    [many] лишилося { $count } ходів
   *[other] лишилося { $count } ходу
  }
ms-nearest = { $count ->
    [one] { $name }: до повної етажерки бракує { $count } плитки
    [few] { $name }: до повної етажерки бракує { $count } плиток
    [many] { $name }: до повної етажерки бракує { $count } плиток
   *[other] { $name }: до повної етажерки бракує { $count } плитки
  }

# Shelves
ms-your-shelf = Ваша етажерка
ms-shelf-of = Етажерка: { $name }
ms-others = Інші гравці
ms-enlarge = Збільшити етажерку гравця { $name }
ms-close = Закрити
ms-points = { $points ->
    [one] поки що { $points } очко
    [few] поки що { $points } очки
    [many] поки що { $points } очок
   *[other] поки що { $points } очка
  }
ms-free = { $count ->
    [0] вільних місць немає
    [one] { $count } вільне місце
    [few] { $count } вільні місця
    [many] { $count } вільних місць
   *[other] { $count } вільного місця
  }
ms-first = перший гравець
ms-columns = Стовпці вашої етажерки
ms-column-empty = Стовпець { $column }: порожній
ms-column-holds = { $free ->
    [0] Стовпець { $column }, знизу вгору: { $items }; повний
    [one] Стовпець { $column }, знизу вгору: { $items }; { $free } вільне місце
    [few] Стовпець { $column }, знизу вгору: { $items }; { $free } вільні місця
    [many] Стовпець { $column }, знизу вгору: { $items }; { $free } вільних місць
   *[other] Стовпець { $column }, знизу вгору: { $items }; { $free } вільного місця
  }
ms-column-gain = { $words }. Очки: { $signed }

# Goals, cards, tokens
ms-goal-progress = { $done } з { $of }
ms-goal-won = Виконано: { $points ->
    [one] { $points } очко
    [few] { $points } очки
    [many] { $points } очок
   *[other] { $points } очка
  }
ms-goal-stands = { $goal }: { $done } з { $of }
ms-token = { $points ->
    [one] жетон на { $points } очко
    [few] жетон на { $points } очки
    [many] жетон на { $points } очок
   *[other] жетон на { $points } очка
  }
ms-token-of = { $name }: жетон { $points }
ms-token-for = { $goal }: { $points ->
    [one] { $points } очко
    [few] { $points } очки
    [many] { $points } очок
   *[other] { $points } очка
  }
ms-no-tokens = жетонів не лишилося
ms-end-token = Перша повна етажерка: 1 очко
ms-your-card = Особиста ціль
ms-card = Карта особистої цілі
ms-card-hidden = Закрита до кінця гри
ms-card-stands = Збіглося { $done } з { $of }: { $points ->
    [one] { $points } очко
    [few] { $points } очки
    [many] { $points } очок
   *[other] { $points } очка
  }
ms-card-place = { $item }: потрібно в стовпці { $column }, ряд { $row } знизу
ms-card-place-done = { $item }: стоїть у стовпці { $column }, ряд { $row } знизу

# The move in hand
ms-hand = Плитки в руці
ms-hand-tile = { $item }, номер { $number } з { $count }; натисніть, щоб поставити пізніше
ms-hand-help = Номер 1 ставиться першим і стоїть найнижче. Торкніться або перетягніть, щоб змінити порядок.
ms-hand-empty = Тут з’являться взяті плитки.
ms-take = Візьміть від однієї до трьох плиток, що лежать на одній лінії; кожна повинна мати вільну сторону.
ms-take-few = { $count ->
    [1] Візьміть одну плитку: у жоден стовпець більше не вміститься.
   *[other] Візьміть одну або дві плитки: у жоден стовпець більше не вміститься.
  }
ms-no-side = Цю плитку взяти не можна: у неї немає вільної сторони.
ms-not-along = Цю плитку не можна додати: { $words }.
ms-instead = Натомість ця плитка: { $words }
ms-why-line = вона не лежить на одній лінії зі взятими
ms-why-room = { $count ->
    [2] у жоден стовпець не вмістяться дві
   *[other] у жоден стовпець не вмістяться три
  }
ms-why-three = три — це межа
ms-choose-column = Виберіть стовпець: { $order }
ms-column-order = Стовпець { $column }: { $order }
ms-put-in = Поставити
ms-reaches = виконує «{ $goal }»
ms-fills = заповнює етажерку
ms-refills = вітальню поповнюють
ms-card-matches = особиста ціль: { $done } з { $of }
ms-points-more = { $points ->
    [one] { $signed } очко
    [few] { $signed } очки
    [many] { $signed } очок
   *[other] { $signed } очка
  }
ms-no-points = поки без очок
ms-next = далі ходить { $name }
ms-ends = гра закінчується

# A move that was played
ms-puts = стовпець { $column }: { $order }
ms-took-token = { $points ->
    [one] бере { $points } очко за «{ $goal }»
    [few] бере { $points } очки за «{ $goal }»
    [many] бере { $points } очок за «{ $goal }»
   *[other] бере { $points } очка за «{ $goal }»
  }
ms-filled = заповнює етажерку
ms-refilled = вітальню поповнено

# The score pad
ms-score-tokens = Загальні цілі
ms-score-end = Перша повна етажерка
ms-score-card = Особиста ціль
ms-score-card-of = { $done } з { $of }
ms-score-groups = Групи
ms-score-none = немає
ms-score-total = Разом
ms-score-place = Місце
ms-tie = Порівну очок: вище той, хто сидить далі за годинниковою стрілкою від першого гравця.

# Common goals
goal-six_clusters_of_2 = Шість груп по дві
goal-six_clusters_of_2-text = Щонайменше шість груп із двох або більше плиток. Група — це всі плитки одного типу, що прилягають сторонами; рахується один раз, хоч би яка велика. Групи можуть бути різних типів.
goal-diagonal = Діагональ
goal-diagonal-text = П’ять плиток одного типу по діагоналі, по одній у кожному стовпці.
goal-stairs = Сходи
goal-stairs-text = Від стовпця до стовпця висота щоразу зростає рівно на одну плитку або щоразу зменшується рівно на одну. Порожніх стовпців немає.
goal-eight_equal = Вісім однакових
goal-eight_equal-text = Вісім або більше плиток одного типу будь-де на етажерці.
goal-two_rows_5_different = Два різнобарвні ряди
goal-two_rows_5_different-text = Два повні ряди, у кожному п’ять різних типів. Комбінації в рядах можуть бути однакові або різні.
goal-two_squares = Два квадрати
goal-two_squares-text = Дві різні групи, у кожній є квадрат 2 на 2. Тип може бути той самий; один великий блок — це лише одна група.
goal-four_rows_max3 = Чотири прості ряди
goal-four_rows_max3-text = Чотири повні ряди, у кожному щонайбільше три типи. Комбінації в рядах можуть бути однакові або різні.
goal-corners = Кути
goal-corners-text = У чотирьох кутах етажерки стоять плитки одного типу.
goal-x_shape = Літера X
goal-x_shape-text = Центр і чотири кути квадрата 3 на 3 одного типу, будь-де на етажерці.
goal-three_columns_max3 = Три прості стовпці
goal-three_columns_max3-text = Три повні стовпці, у кожному щонайбільше три типи. Комбінації в стовпцях можуть бути однакові або різні.
goal-two_columns_all6 = Два різнобарвні стовпці
goal-two_columns_all6-text = Два повні стовпці, у кожному всі шість типів.
goal-four_clusters_of_4 = Чотири групи по чотири
goal-four_clusters_of_4-text = Щонайменше чотири групи з чотирьох або більше плиток. Група рахується один раз, хоч би яка велика. Групи можуть бути різних типів.
ms-leaves = лишає на одній лінії { $count } { $type ->
    [C] котики
    [B] книжки
    [G] гри
    [F] рамки
    [T] кубки
   *[P] рослини
  }
ms-leaves-none = не лишає двох однакових на одній лінії
ms-points-final = { $points ->
    [one] { $points } очко
    [few] { $points } очки
    [many] { $points } очок
   *[other] { $points } очка
  }
ms-advice-groups = Наступного разу: збирайте більші групи. Шість однакових поруч приносять 8 очок.
ms-advice-goals = Наступного разу: стежте за загальними цілями. Хто досягне цілі першим, отримує найбільше.
ms-advice-card = Наступного разу: тримайте вільними місця для особистої цілі. Що більше збігів, то дорожчий кожен.
ms-advice-end = Наступного разу: заповнюйте етажерку трохи швидше. Перша повна етажерка дає очко й завершує гру.
