title-polyssimo = Polyssimo Challenge
about-polyssimo = Вибирайте з дванадцяти пентаміно й дванадцяти гексаміно, а тоді вмістіть свої фігури на спільному полі.
facts-polyssimo = 20 хв · легка
option-polyssimo-handicap = Фора: щонайменше гексаміно
credits-polyssimo = Polyssimo Challenge — гра Алена Бробекера.
