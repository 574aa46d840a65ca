-- 200 visits of levels 5 and 10. Kinds, egos and artifacts are numbered otherwise than in the small edition of blades, which has no
-- Spoon and no ego of Nowhere; the program doesn't know a kind of the edition.
INSERT INTO metadata VALUES('version','4.2.x-by-hand'),('randarts',0),('no_selling',1),('runs',201);
INSERT INTO origin_flags_list VALUES(0,'NONE'),(1,'FLOOR'),(5,'VAULT'),(10,'DROP');
INSERT INTO object_base_info VALUES(23,'Sword~'),(39,'Light~'),(75,'Potion~');
INSERT INTO object_info VALUES(10,'& Brew~',75,1,0),(11,'& Blade~',23,1,0),(12,'& Lamp~',39,9,0),(13,'& Spoon~',23,7,0);
INSERT INTO ego_info VALUES(5,'of Depths','0'),(6,'of Edges','d5'),(7,'of Nowhere','0');
INSERT INTO artifact_info VALUES(1,'of Light',39,9,10),(2,'''Cutter''',23,1,50);
INSERT INTO obj_feelings VALUES(5,150,1),(5,50,2),(10,200,1);
INSERT INTO gold VALUES(5,-2000000000,1);
INSERT INTO consumables VALUES(5,40,10,1),(5,20,10,10),(10,7,10,1);
INSERT INTO wearables_count VALUES(5,30,11,1),(5,10,11,10),(5,1,12,1),(10,50,11,5),(10,3,13,1);
INSERT INTO wearables_egos VALUES(5,6,11,1,6),(5,2,11,10,5),(10,20,11,5,6);
INSERT INTO artifacts VALUES(5,1,1,1),(10,2,2,5);
