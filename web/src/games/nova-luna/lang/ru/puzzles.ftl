# Чего требуют задачи.
puzzle-nova-luna-dash = Рывок
puzzle-nova-luna-dash-text = Выложите последний диск, прежде чем походит кто-то другой. Туда ведёт только один ход.
puzzle-nova-luna-ending = Последние жетоны
puzzle-nova-luna-ending-text = Запас пуст. Найдите единственный ход, который выигрывает, как бы ни ходили соперники.
puzzle-nova-luna-solo-last = Последние жетоны
puzzle-nova-luna-solo-last-text = Наберите { $target } или меньше. Туда ведёт только один ход.
