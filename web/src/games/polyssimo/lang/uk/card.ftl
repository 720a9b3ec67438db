title-polyssimo = Polyssimo Challenge
about-polyssimo = Вибирайте з дванадцяти пентаміно й дванадцяти гексаміно, а тоді вмістіть свої фігури на спільному полі.
option-polyssimo-first = Хто починає
option-polyssimo-first-seat-0 = гравець 1
option-polyssimo-first-random = за жеребом
credits-polyssimo = Polyssimo Challenge — гра Алена Бробекера.
