title-polyssimo = Polyssimo Challenge
about-polyssimo = Выбирайте из двенадцати пентамино и двенадцати гексамино, а затем уместите свои детали на общем поле.
option-polyssimo-first = Кто начинает
option-polyssimo-first-seat-0 = игрок 1
option-polyssimo-first-random = по жребию
credits-polyssimo = Polyssimo Challenge — игра Алена Бробеке.
