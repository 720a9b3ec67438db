# Чего требуют задачи.
puzzle-polyssimo-win = Выиграть
puzzle-polyssimo-win-text = Найдите единственный ход, который выигрывает. Он не сразу выводит вас вперёд.
puzzle-polyssimo-save = Сохранить преимущество
puzzle-polyssimo-save-text = Найдите единственный ход, который сохраняет преимущество до конца.
