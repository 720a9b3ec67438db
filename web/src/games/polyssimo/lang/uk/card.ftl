title-polyssimo = Polyssimo Challenge
about-polyssimo = Вибирайте з дванадцяти пентаміно й дванадцяти гексаміно, а тоді вмістіть свої фігури на спільному полі.
option-polyssimo-handicap = Фора: найменше число гексаміно
credits-polyssimo = Polyssimo Challenge — гра Алена Бробекера.
