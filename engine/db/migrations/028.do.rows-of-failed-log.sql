-- For each line of a block of the failed log the number of its row in the source, and how many characters of the line are
-- the row's own text. Null in blocks of other logs, of headers, and in those that older workers wrote.
alter table import_logs add column row_numbers integer[], add column text_lengths integer[];
