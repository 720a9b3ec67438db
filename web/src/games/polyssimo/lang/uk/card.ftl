title-polyssimo = Polyssimo Challenge
about-polyssimo = Розберіть дванадцять пентаміно й дванадцять гексаміно та вмістіть свої на спільному полі.
option-polyssimo-first = Хто починає
option-polyssimo-first-seat-0 = перше місце
option-polyssimo-first-random = за жеребом
credits-polyssimo = Polyssimo Challenge — Ален Бробекер.
