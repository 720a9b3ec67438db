# Чому інший хід був кращим.
ms-why-token = Найкращий хід дає { $points ->
    [one] { $points } очко
    [few] { $points } очки
    [many] { $points } очок
   *[other] { $points } очка
  } за «{ $goal }».
ms-why-fills = Заповнює етажерку, і гра закінчується цим колом.
ms-why-end-token = Найкращий хід заповнює етажерку й бере жетон кінця гри.
ms-why-group = Найкращий хід збирає групу з { $size } { $type ->
    [C] котиків
    [B] книжок
    [G] ігор
    [F] рамок
    [T] кубків
   *[P] рослин
  } і дає на { $points ->
    [one] { $points } очко
    [few] { $points } очки
    [many] { $points } очок
   *[other] { $points } очка
  } більше.
ms-why-card = Після найкращого ходу збігів з особистою ціллю { $matches }, на { $more } більше.
ms-why-progress = Після найкращого ходу «{ $goal }» має { $done } з { $of }, після цього { $instead }.
ms-why-next = Після найкращого ходу наступний дав би { $points ->
    [one] { $points } очко
    [few] { $points } очки
    [many] { $points } очок
   *[other] { $points } очка
  }.
ms-why-size = Бере { $took }; найкращий хід бере { $could ->
    [one] { $could } плитку
    [few] { $could } плитки
    [many] { $could } плиток
   *[other] { $could } плитки
  } і швидше наповнює етажерку.
ms-why-spoils = Займає місце { $type ->
    [C] котика
    [B] книжки
    [G] гри
    [F] рамки
    [T] кубка
   *[P] рослини
  } з особистої цілі.
ms-why-joins = Найкращий хід збирає разом групу з { $size } { $type ->
    [C] котиків
    [B] книжок
    [G] ігор
    [F] рамок
    [T] кубків
   *[P] рослин
  }.
ms-why-answer = Лишає те, за що { $name } одразу отримає { $points ->
    [one] { $points } очко
    [few] { $points } очки
    [many] { $points } очок
   *[other] { $points } очка
  }.
ms-why-leaves = Лишає в ряд три { $type ->
    [C] котики
    [B] книжки
    [G] гри
    [F] рамки
    [T] кубки
   *[P] рослини
  }, які можна одразу взяти.
