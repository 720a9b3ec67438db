title-polyssimo = Polyssimo Challenge
about-polyssimo = Выбирайте из двенадцати пентамино и двенадцати гексамино, а затем уместите свои детали на общем поле.
facts-polyssimo = 20 мин · лёгкая
option-polyssimo-handicap = Фора: не меньше гексамино
credits-polyssimo = Polyssimo Challenge — игра Алена Бробеке.
