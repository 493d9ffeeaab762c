-- The ids of homes whose address was withheld when they first came. A home keeps its id when its address is shown later,
-- in another catalog too. Which record an id belongs to follows only from the record's key and the secret.
CREATE TABLE plat.keyed_home (id bigint PRIMARY KEY);
