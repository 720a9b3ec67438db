# Чого вимагають задачі.
puzzle-nova-luna-dash = Ривок
puzzle-nova-luna-dash-text = Викладіть останній жетон, перш ніж походить хтось інший. Туди веде лише один хід.
puzzle-nova-luna-ending = Останні тайли
puzzle-nova-luna-ending-text = Запас порожній. Знайдіть єдиний хід, що виграє, хоч би як ходили суперники.
puzzle-nova-luna-solo-last = Останні тайли
puzzle-nova-luna-solo-last-text = Наберіть { $target } або менше. Туди веде лише один хід.
