title-polyssimo = Polyssimo Challenge
about-polyssimo = Разберите двенадцать пентамино и двенадцать гексамино и уместите свои на общем поле.
option-polyssimo-first = Кто начинает
option-polyssimo-first-seat-0 = первое место
option-polyssimo-first-random = по жребию
credits-polyssimo = Polyssimo Challenge — Ален Бробекер.
