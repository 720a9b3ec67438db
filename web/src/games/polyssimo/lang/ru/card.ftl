title-polyssimo = Polyssimo Challenge
about-polyssimo = Выбирайте из двенадцати пентамино и двенадцати гексамино, а затем уместите свои детали на общем поле.
option-polyssimo-handicap = Фора: наименьшее число гексамино
credits-polyssimo = Polyssimo Challenge — игра Алена Бробеке.
