# Чого вимагають задачі.
puzzle-polyssimo-win = Виграти
puzzle-polyssimo-win-text = Знайдіть єдиний хід, що виграє. Він не одразу виводить вас уперед.
puzzle-polyssimo-save = Зберегти перевагу
puzzle-polyssimo-save-text = Знайдіть єдиний хід, який зберігає перевагу до кінця.
