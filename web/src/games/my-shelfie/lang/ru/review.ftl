# Почему другой ход был лучше.
ms-why-token = Лучший ход даёт { $points ->
    [one] { $points } очко
    [few] { $points } очка
    [many] { $points } очков
   *[other] { $points } очка
  } за «{ $goal }».
ms-why-fills = Заполняет полку, и игра заканчивается этим кругом.
ms-why-end-token = Лучший ход заполняет полку и берёт жетон конца игры.
ms-why-group = Лучший ход собирает группу из { $size } { $type ->
    [C] котов
    [B] книг
    [G] игр
    [F] картин
    [T] кубков
   *[P] растений
  } и даёт на { $points ->
    [one] { $points } очко
    [few] { $points } очка
    [many] { $points } очков
   *[other] { $points } очка
  } больше.
ms-why-card = После лучшего хода совпадений с личной целью { $matches }, на { $more } больше.
ms-why-progress = После лучшего хода у цели «{ $goal }» { $done } из { $of }, после этого { $instead }.
ms-why-next = После лучшего хода следующий дал бы { $points ->
    [one] { $points } очко
    [few] { $points } очка
    [many] { $points } очков
   *[other] { $points } очка
  }.
ms-why-size = Берёт { $took }; лучший ход берёт { $could ->
    [one] { $could } плитку
    [few] { $could } плитки
    [many] { $could } плиток
   *[other] { $could } плитки
  } и быстрее наполняет полку.
ms-why-spoils = Занимает место { $type ->
    [C] кота
    [B] книги
    [G] игры
    [F] картины
    [T] кубка
   *[P] растения
  } из личной цели.
ms-why-joins = Лучший ход собирает вместе группу из { $size } { $type ->
    [C] котов
    [B] книг
    [G] игр
    [F] картин
    [T] кубков
   *[P] растений
  }.
ms-why-answer = Оставляет то, за что { $name } сразу получит { $points ->
    [one] { $points } очко
    [few] { $points } очка
    [many] { $points } очков
   *[other] { $points } очка
  }.
ms-why-leaves = Оставляет в ряд 3 { $type ->
    [C] кота
    [B] книги
    [G] игры
    [F] картины
    [T] кубка
   *[P] растения
  }, и взять их можно сразу.
